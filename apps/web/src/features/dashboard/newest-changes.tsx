import { Skeleton } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '@mantine/core/styles/Skeleton.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ActionBadge } from '../../shared/audit-log/action-badge.tsx'
import {
  amongOf,
  newestChangesOptions,
  useAuditLog,
} from '../../shared/audit-log/audit-log.queries.ts'
import { actorWords, areaWord, recordWords } from '../../shared/audit-log/words.ts'
import cells from '../../ui/format/cells.module.css'
import { Text } from '../../ui/format/text.tsx'
import { Time } from '../../ui/format/time.tsx'
import classes from './dashboard.module.css'
import { Loaded, Panel } from './panel.tsx'

const maxShown = 8

const Skeletons = () => (
  <div className={classes.body} role="status" aria-label={t('Loading recent changes')}>
    {Array.from({ length: maxShown }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: all alike, that never move
      <Skeleton key={index} height={12} my={13} />
    ))}
  </div>
)

export function NewestChanges() {
  const has = useAuditLog()
  const query = useQuery({ ...newestChangesOptions(maxShown), enabled: has })
  const rows = query.data?.rows ?? []
  if (!has) return null
  return (
    <Panel
      id="dashboard-changes"
      title={t('Recent changes')}
      link={
        <Link to="/audit-log" className={cells.accentLink}>
          {t('Audit log')}
        </Link>
      }
    >
      <Loaded
        failed={t('Recent changes couldn’t be loaded')}
        query={query}
        skeleton={<Skeletons />}
        empty={rows.length === 0 && <p className={`${classes.body} dim`}>{t('No changes yet.')}</p>}
      >
        <ul className={classes.changes}>
          {rows.slice(0, maxShown).map(({ id, record: entry }) => (
            <li key={id}>
              <ActionBadge action={entry.action} />
              <Link
                to="/audit-log"
                search={{ ...amongOf(entry), open: id }}
                className={cells.accentLink}
              >
                <Text value={recordWords(entry)} clip />
              </Link>
              <span className="dim">
                <Text value={[areaWord(entry.area), actorWords(entry)].join(' · ')} clip />
              </span>
              <span className="dim">
                <Time at={entry.at} />
              </span>
            </li>
          ))}
        </ul>
      </Loaded>
    </Panel>
  )
}
