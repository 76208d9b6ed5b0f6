import type { Mistake } from './mistake.mts';
import { formMistakes } from './form.mts';
import { triggerMistakes } from './trigger.mts';
import { runMistakes } from './oneRun.mts';
import { sendingMistakes } from './sending.mts';

/** Every mistake that the tests are held to notice. */
export const mistakes: Mistake[] = [...formMistakes, ...sendingMistakes, ...runMistakes, ...triggerMistakes];
