import type { Mistake } from './mistake.mts';
import { formMistakes } from './form.mts';
import { survivorMistakes } from './survivors.mts';

/** Every mistake that the tests are held to notice. */
export const mistakes: Mistake[] = [...formMistakes, ...survivorMistakes];
