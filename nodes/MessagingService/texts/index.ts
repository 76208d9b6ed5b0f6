import { ofOutages, ofRequests } from './requests';
import { ofRuns, ofTrigger } from './runs';
import { ofCredential, ofValues } from './values';

export { runSentences } from './runs';
export { hintSentences, lineOf, oddities, type Oddity } from './hints';
export { type DryRows, sayOutcomes } from './outcomes';
export { pageLanguageOf, pageLanguages, type PageWords, pageWords } from './page';
export { sayTimes } from './times';
export { nextOf, whatOf } from './problem';
export type { Check, Cost, Doubt, Problem, ValueOrProblem } from './problem';
export {
	howToCheck,
	lookUpSentences,
	refusalAdvice,
	type RequestFacts,
	type OutcomeSentence,
} from './requests';
export { nothingLost } from './runs';

export const problems = {
	...ofValues,
	...ofCredential,
	...ofRequests,
	...ofOutages,
	...ofRuns,
	...ofTrigger,
};
