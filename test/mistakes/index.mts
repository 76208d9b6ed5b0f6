import type { Mistake } from './mistake.mts';
import { behaviourMistakes } from './behaviour.mts';
import { formMistakes } from './form.mts';
import { travelMistakes } from './travel.mts';

/** Every mistake that the tests are held to notice. */
export const mistakes: Mistake[] = [...formMistakes, ...behaviourMistakes, ...travelMistakes];
