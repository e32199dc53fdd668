import { TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import classes from './categories.module.css'
import { safeColor } from './category-name.tsx'

const colors = [
  ['None', ''],
  ['Red', '#d64545'],
  ['Orange', '#d9730d'],
  ['Yellow', '#c29a00'],
  ['Green', '#2b8a3e'],
  ['Teal', '#0b8a8f'],
  ['Blue', '#2f6fde'],
  ['Violet', '#7048e8'],
  ['Pink', '#c2458f'],
  ['Brown', '#8d6142'],
  ['Grey', '#6b7280'],
] as const

/** A colour: one of ten by name, any as `#rrggbb` or by the browser's picker, or none. */
export function ColorField({
  onPick,
  ...input
}: ComponentProps<typeof TextInput> & { onPick: (color: string) => void }) {
  const typed = String(input.value ?? '')
  const color = safeColor(typed)
  return (
    <div className="grid gap-8">
      <TextInput
        {...input}
        placeholder="#2f6fde"
        autoComplete="off"
        spellCheck={false}
        rightSection={
          <input
            type="color"
            className={classes.well}
            aria-label="Choose any colour"
            value={color?.length === 7 ? color : '#888888'}
            onChange={(event) => onPick(event.currentTarget.value)}
          />
        }
      />
      <div role="radiogroup" aria-label="Colours" className="flex wrap gap-8">
        {colors.map(([name, value]) => (
          <input
            key={name}
            type="radio"
            name="category-color"
            className={classes.swatch}
            aria-label={name}
            title={name}
            data-none={value === '' || undefined}
            style={{ backgroundColor: value }}
            checked={typed.trim().toLowerCase() === value}
            onChange={() => onPick(value)}
          />
        ))}
      </div>
    </div>
  )
}
