import type { Mistake } from './mistake.mts';
import { clockMistakes } from './clocks.mts';
import { formMistakes } from './form.mts';

/** Every mistake that the tests are held to notice. */
export const mistakes: Mistake[] = [...clockMistakes, ...formMistakes];
