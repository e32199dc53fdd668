/** Says `later` on every answer of a server whose lists can leave their total for later (`total=later`). */
export const acceptsTotalHeader = 'Accept-Total'
