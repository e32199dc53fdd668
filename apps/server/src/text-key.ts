const variants: Record<string, string> = {
  ß: 'ss',
  ς: 'σ',
  ı: 'i',
  ᲀ: 'в',
  ᲁ: 'д',
  ᲂ: 'о',
  ᲃ: 'с',
  ᲄ: 'т',
  ᲅ: 'т',
  ᲆ: 'ъ',
  ᲇ: 'ѣ',
  ᲈ: 'ꙋ',
}

/**
 * What counts as the same name, as the database's `steward_key` has it: case and Unicode form don't
 * matter, accents do. For what is compared before it reaches the database.
 */
export const textKey = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll('İ', 'i')
    .toLowerCase()
    .replaceAll(/[ßςıᲀ-ᲈ]/g, (letter) => variants[letter] ?? letter)
    .replaceAll('i\u0307', 'i')
    .normalize('NFKC')
