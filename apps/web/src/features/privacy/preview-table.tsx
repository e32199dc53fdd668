import {
  type ContentChoice,
  type ErasureEffect,
  personalPlaces,
} from '@steward/contract/privacy/places'
import type { ErasurePreview } from '@steward/contract/privacy/privacy'
import { msg, t } from '@steward/i18n/reader'
import { CompareTable } from '../../ui/record/compare-table.tsx'

const effects: Readonly<Record<Exclude<ErasureEffect, 'choose'>, string>> = {
  delete: msg('deleted'),
  replace: msg('without name and addresses'),
  keep: msg('stays'),
}

/** What an erasure would do, place by place, by the choice about what the person wrote. */
export function PreviewTable(props: { preview: ErasurePreview; content: ContentChoice }) {
  const { places, mentions } = props.preview
  const effectOf = (does: ErasureEffect) =>
    t(effects[does === 'choose' ? (props.content === 'keep' ? 'keep' : 'delete') : does])
  const rows = places.map(({ place, does, count }) => ({
    key: `${place} ${does}`,
    head: t(personalPlaces[place]),
    cells: [t('{count}', { count }), effectOf(does)],
  }))
  if (mentions.count > 0) {
    rows.push({
      key: 'mentions',
      head: t('Texts that mention this person'),
      cells: [
        t('{count}', { count: mentions.count }),
        mentions.names ? t('name and addresses replaced') : t('addresses replaced'),
      ],
    })
  }
  return (
    <>
      <CompareTable head={[t('Where'), t('How many'), t('What happens')]} rows={rows} />
      {mentions.count > 0 && !mentions.names && (
        <p className="dim small">
          {t(
            'The name stays in what others wrote: it is a single word, or somebody else is called the same.',
          )}
        </p>
      )}
    </>
  )
}
