import { TextInput } from '@mantine/core'
import { msg, t } from '@steward/i18n/reader'
import type { ComponentProps } from 'react'
import classes from './categories.module.css'
import { safeColor } from './category-name.tsx'

const colors = [
  [msg('None', 'no colour'), ''],
  [msg('Red'), '#d64545'],
  [msg('Orange'), '#d9730d'],
  [msg('Yellow'), '#c29a00'],
  [msg('Green'), '#2b8a3e'],
  [msg('Teal'), '#0b8a8f'],
  [msg('Blue'), '#2f6fde'],
  [msg('Violet'), '#7048e8'],
  [msg('Pink'), '#c2458f'],
  [msg('Brown'), '#8d6142'],
  [msg('Grey'), '#6b7280'],
] as const

/** A colour: one of ten by name, any as `#rrggbb` or by the browser's picker, or none. */
export function ColorField({
  onPick,
  ...input
}: ComponentProps<typeof TextInput> & { onPick: (color: string) => void }) {
  const typed = String(input.value ?? '')
  const color = safeColor(typed)
  if (input.hidden) return null
  return (
    <div className="grid gap-8">
      <TextInput
        {...input}
        // i18n-ignore: a colour as it is typed in all languages
        placeholder="#2f6fde"
        autoComplete="off"
        spellCheck={false}
        rightSection={
          <input
            type="color"
            className={classes.well}
            aria-label={t('Choose any colour')}
            disabled={input.disabled === true}
            value={color?.length === 7 ? color : '#888888'}
            onChange={(event) => onPick(event.currentTarget.value)}
          />
        }
      />
      <div role="radiogroup" aria-label={t('Colours')} className="flex wrap gap-8">
        {colors.map(([name, value]) => (
          <input
            key={value}
            type="radio"
            name="category-color"
            className={classes.swatch}
            aria-label={t(name)}
            title={t(name)}
            data-none={value === '' || undefined}
            style={{ backgroundColor: value }}
            disabled={input.disabled === true}
            checked={typed.trim().toLowerCase() === value}
            onChange={() => onPick(value)}
          />
        ))}
      </div>
    </div>
  )
}
