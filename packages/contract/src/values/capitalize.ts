/** Words with a capital at their beginning: `feed posts` → `Feed posts`. */
export const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1)

/** The name of a property as words: `businessName` → `Business name`. */
export const spellOut = (name: string): string =>
  capitalize(name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`))
