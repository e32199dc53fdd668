/** The header that a server sends as `later` with every answer if it supports `total=later`. */
export const acceptsTotalHeader = 'Accept-Total'
