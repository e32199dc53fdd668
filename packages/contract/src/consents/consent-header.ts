/** The header that names a consent, by its `_id`, with the very call that it was given to. */
export const consentHeader = 'Consent'
