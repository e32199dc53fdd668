/** `later` on every answer of a server that knows `total=later`. */
export const acceptsTotalHeader = 'Accept-Total'
