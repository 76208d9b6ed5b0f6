import type { Mistake } from './mistake.mts';
import { behaviourMistakes } from './behaviour.mts';
import { benchmarkMistakes } from './benchmark.mts';
import { checkMistakes } from './checks.mts';
import { clockMistakes } from './clocks.mts';
import { exampleMistakes } from './examples.mts';
import { formMistakes } from './form.mts';
import { holeMistakes } from './holes.mts';
import { machineMistakes } from './machine.mts';
import { runMistakes } from './oneRun.mts';
import { outputMistakes } from './outputs.mts';
import { requestMistakes } from './requests.mts';
import { sandboxMistakes } from './sandbox.mts';
import { sendingMistakes } from './sending.mts';
import { survivorMistakes } from './survivors.mts';
import { triggerMistakes } from './trigger.mts';

/** Every mistake that the tests are held to notice. */
export const mistakes: Mistake[] = [
	...behaviourMistakes,
	...benchmarkMistakes,
	...checkMistakes,
	...clockMistakes,
	...exampleMistakes,
	...formMistakes,
	...holeMistakes,
	...machineMistakes,
	...runMistakes,
	...outputMistakes,
	...requestMistakes,
	...sandboxMistakes,
	...sendingMistakes,
	...survivorMistakes,
	...triggerMistakes,
];
