import type { Mistake } from './mistake.mts';
import { checkMistakes } from './checks.mts';
import { formMistakes } from './form.mts';

/** Every mistake that the tests are held to notice. */
export const mistakes: Mistake[] = [...checkMistakes, ...formMistakes];
