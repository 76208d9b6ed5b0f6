/** How every request is made, the token exchange included. */
export const requestForm = {
	json: true,
	// A redirected POST would be sent again, secret or message, to an address that the user never typed.
	disableFollowRedirect: true,
	returnFullResponse: true,
	// All statuses are told apart in one place, and Retry-After is at hand in every n8n version.
	ignoreHttpStatusErrors: true,
};
