/**
 * Says `later` on every answer of a server whose lists can leave their total for later (`total=later`). A client
 * asks for that only where the server says so.
 */
export const acceptsTotalHeader = 'Accept-Total'
