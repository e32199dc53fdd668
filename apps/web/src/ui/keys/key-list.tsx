import { Kbd } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Kbd.css'
import { useState } from 'react'
import { useGoPlaces } from './go-places.ts'
import { keyName } from './key-names.ts'
import classes from './keys.module.css'
import { actionsInForce } from './record-keys.ts'
import { useSingleKeys } from './single-keys.ts'
import { SingleKeysSwitch } from './single-keys-switch.tsx'

export type KeyLine = readonly [keys: readonly string[], what: string]

/** Lists the keys that work now, with the switch for single letters; `lines` are the page's own. */
export function KeyList(props: { title: string; lines: readonly KeyLine[] }) {
  const places = useGoPlaces((state) => state.places)
  const on = useSingleKeys((state) => state.on)
  // Read when the dialog opens, as it then takes the focus, which decides on the actions.
  const [actions] = useState(() => actionsInForce(null).filter(({ key }) => key !== undefined))
  const heard = (lines: readonly KeyLine[]) =>
    on ? lines : lines.filter(([keys]) => keys.some((key) => key.length > 1))
  // i18n: keys of the keyboard
  const label = t('Keys')
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
    <section className={classes.list} tabIndex={0} aria-label={label}>
      <Lines title={props.title} lines={heard(props.lines)} />
      {on && (
        <>
          <Lines
            title={t('This record')}
            lines={actions.map(({ key = '', label }) => [[key], label])}
          />
          <Lines title={t('Go to')} lines={places.map(({ key, label }) => [['g', key], label])} />
        </>
      )}
      <SingleKeysSwitch />
    </section>
  )
}

function Lines({ title, lines }: { title: string; lines: readonly KeyLine[] }) {
  if (lines.length === 0) return null
  return (
    <>
      <h2 className="dim xs">{title}</h2>
      <dl className={classes.keys}>
        {lines.map(([keys, what]) => (
          <div key={what}>
            <dt className="flex gap-4">
              {keys.map((key) => (
                <Kbd key={key} size="xs">
                  {keyName(key)}
                </Kbd>
              ))}
            </dt>
            <dd>{t(what)}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
