import { ofCredential } from './credential';
import { ofRequests } from './requests';
import { ofRuns } from './runs';
import { ofTrigger } from './trigger';
import { ofValues } from './values';

export { credentialTestSentences } from './credential';
export { runSentences } from './failedRun';
export { hintSentences } from './hints';
export { nextOf, whatOf } from './problem';
export type { Check, Doubt, Problem, ValueOrProblem } from './problem';
export { howToCheck, lookUpSentences, type Given, type OutcomeSentence } from './requests';
export { nothingLost } from './trigger';

export const problems = { ...ofValues, ...ofCredential, ...ofRequests, ...ofRuns, ...ofTrigger };
