/**
 * What docs/troubleshooting.md has to have, by hand: the failures of each section in their order. A name
 * alone is one after which nothing was sent; with `–` it is of a query or a trigger, which send nothing
 * anyway, with `?` nobody knows whether the message was sent.
 */
const sections: Record<string, string> = {
	Recipients: `noRecipients recipientOfWrongType noCountryCode noOwnCountryCode– unknownCountryCode numberTooShort numberTooLong numberOfWrongLength
		notInDefaultCountry unknownDefaultCountry characterInNumber noDigits zerosInNumber extensionInNumber plusInsideNumber roundedBySpreadsheet decimalNumber
		moreRefusedRecipients restOfRecipientsNotRead tooManyNumbers tooManyRecipientValues`,
	Texts: 'emptyText textOfWrongType statusesOfWrongType– searchTextTooLong– tooManySegments',
	'Times and dates':
		'unreadableTime timeInPast timeTooFarAhead unreadableDate– missingDate– startAfterEnd– unknownZone',
	'Numbers and choices':
		'notWholeNumber numberOutOfBounds unreadableCap notABoolean nothingToExclude groupNotExcluded groupNotChecked notAChoice',
	"Items and n8n's settings of the node":
		'itemNotReadable capOfOtherItem settingNotNumber settingsNotReadable',
	'The address in the credential':
		'noBaseUrl malformedBaseUrl baseUrlWithOtherScheme baseUrlWithLogin baseUrlWithQuery insecureBaseUrl',
	'The access token':
		'credentialField noToken wrongKeys wrongAddress tokenUnreachable tokenUntrusted tokenBusy tokenFailing credentialUnusable',
	Requests: `unauthorized rateLimited rateLimitedWithWait unreachable untrusted serverError– sendServerError? lost– sendLost? timedOut– sendTimedOut?
		sendCanceledUnderWay? unreadable– sendUnreadable? redirected– sendRedirected? refused refusedWithoutReason notFound notFoundNamed canceled– sendCanceled
		unlisted– sendUnlisted? expressionFailed severalItems operationByExpression unknownOperation proxyNotValid groupUnderCap tooManyRecipients
		tooManyTotalSegments tooManyRecords– repeatedPage– missingPages– tooManyWatched– nothingToFetch– endlessPages– listChanged listCutShort listUnreadable
		sendUnclearElsewhere? sentElsewhere`,
	'The test of the credential':
		'credentialTest400– credentialTest401– credentialTest404– credentialTest429–',
	'The sender list': 'noSenders– noSenderFound– sendersWithoutId–',
};

const sentBy: Record<string, string> = { '': 'no', '–': '–', '?': 'unknown' };

/** Section, name and *Sent?* of every failure. */
export const wantedRows: Array<[section: string, id: string, sent: string]> = Object.entries(
	sections,
).flatMap(([section, list]) =>
	list.split(/\s+/).map((each): [string, string, string] => {
		const [, id = '', mark = ''] = /^(\w+)([–?]?)$/.exec(each)!;
		return [section, id, sentBy[mark]!];
	}),
);

/** The failures for which a poll of the trigger tells in another way how to go on. */
export const wantedPollRows = [
	'tokenUntrusted',
	'rateLimited',
	'rateLimitedWithWait',
	'unreachable',
	'untrusted',
	'serverError',
	'lost',
	'timedOut',
	'refused',
	'unlisted',
	'expressionFailed',
	'repeatedPage',
	'missingPages',
	'endlessPages',
	'listChanged',
	'listCutShort',
];
