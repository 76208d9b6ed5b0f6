import type { Mistake } from './mistake.mts';
import { benchmarkMistakes } from './benchmark.mts';
import { exampleMistakes } from './examples.mts';
import { formMistakes } from './form.mts';
import { sandboxMistakes } from './sandbox.mts';

/** Every mistake that the tests are held to notice. */
export const mistakes: Mistake[] = [...formMistakes, ...exampleMistakes, ...sandboxMistakes, ...benchmarkMistakes];
