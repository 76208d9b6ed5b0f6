import type { Mistake } from './mistake.mts';
import { behaviourMistakes } from './behaviour.mts';
import { checkMistakes } from './checks.mts';
import { formMistakes } from './form.mts';
import { runMistakes } from './oneRun.mts';
import { sendingMistakes } from './sending.mts';
import { travelMistakes } from './travel.mts';
import { triggerMistakes } from './trigger.mts';

/** Every mistake that the tests are held to notice. */
export const mistakes: Mistake[] = [
	...behaviourMistakes,
	...checkMistakes,
	...formMistakes,
	...runMistakes,
	...sendingMistakes,
	...travelMistakes,
	...triggerMistakes,
];
