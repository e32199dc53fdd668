import { msg, t } from '@steward/i18n/reader'

/** The keys that are named otherwise on keyboards of other languages. */
const names: Readonly<Record<string, string>> = {
  Ctrl: msg('Ctrl', 'a key of the keyboard'),
  Alt: msg('Alt', 'a key of the keyboard'),
  Shift: msg('Shift', 'a key of the keyboard'),
  Enter: msg('Enter', 'a key of the keyboard'),
  Esc: msg('Esc', 'a key of the keyboard'),
}

/** A key as it stands on the keyboards of the reader's language: `Ctrl` is `Strg` in German. */
export const keyName = (key: string): string => t(names[key] ?? key)
