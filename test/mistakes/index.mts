import type { Mistake } from './mistake.mts';
import { formMistakes } from './form.mts';
import { machineMistakes } from './machine.mts';

/** Every mistake that the tests are held to notice. */
export const mistakes: Mistake[] = [...formMistakes, ...machineMistakes];
