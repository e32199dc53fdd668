import { useLocalStorage } from '@mantine/hooks'
import type { SavedView } from '@steward/contract/saved-views/saved-views'
import { locale, perReader, t, count as written } from '@steward/i18n/reader'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useId, useMemo } from 'react'
import { PathLink, useAnySearch } from '../../ui/links/search-link.tsx'
import { useDefaultViews } from './default-views.store.ts'
import classes from './saved-views.module.css'
import { useSavedViews } from './saved-views.queries.ts'
import { allOf, pathOf, searchOfView, viewInForce } from './view-address.ts'
import { countOptions, keepCounting } from './view-count.ts'

/** The most views of an area that the sidebar shows; the list's menu has the others. */
export const maxShown = 7

const none: readonly SavedView[] = []
const areaOfPath = (path: string) => path.split('/')[1]

export const viewsOfArea = (views: readonly SavedView[], path: string): SavedView[] =>
  views.filter((view) => view.isForMe && areaOfPath(pathOf(view.list)) === areaOfPath(path))

export function SidebarViews({ path, label }: { path: string; label: string }) {
  const id = useId()
  const [allFolded, setFolded] = useLocalStorage<string[]>({
    key: 'steward-folded-views',
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  const folded = allFolded.includes(path)
  const { data: views = none } = useSavedViews()
  const own = useMemo(() => viewsOfArea(views, path), [views, path])
  const shown = own.slice(0, maxShown)
  const here = useLocation({ select: (location) => location.pathname })
  const search = useAnySearch()
  if (shown.length === 0) return null
  const hidden = own.length - shown.length
  const name = t('Saved views of {area}', { area: t(label) })
  return (
    <div className="relative">
      <button
        type="button"
        className={classes.fold}
        aria-expanded={!folded}
        aria-controls={folded ? undefined : id}
        aria-label={name}
        onClick={() =>
          setFolded((all) => (folded ? all.filter((each) => each !== path) : [...all, path]))
        }
      >
        <IconChevronDown size="0.875rem" aria-hidden />
      </button>
      {!folded && (
        <ul id={id} className={classes.views} aria-label={name}>
          {shown.map((view) => {
            const isHere = here === pathOf(view.list)
            const inForce = isHere ? viewInForce(views, view.list, search) : undefined
            return (
              <li key={view._id}>
                <ViewLink view={view} isCurrent={inForce?._id === view._id} />
              </li>
            )
          })}
          {hidden > 0 && own[0] && (
            <li>
              <PathLink
                to={pathOf(own[0].list)}
                search={allOf(own[0].list)}
                current={false}
                className={`${classes.view} dim`}
              >
                {t('{count} more in the Views menu', { count: hidden })}
              </PathLink>
            </li>
          )}
        </ul>
      )}
    </div>
  )
}

/** Counts the views of the sidebar and stores the default views for links. Draws nothing. */
export function ViewKeeper({ areas }: { areas: readonly string[] }) {
  const { data: views = none } = useSavedViews()
  const client = useQueryClient()
  const key = areas.join()
  useEffect(() => {
    const counted = key.split(',').flatMap((path) => viewsOfArea(views, path).slice(0, maxShown))
    return keepCounting(client, counted)
  }, [client, views, key])
  useEffect(() => {
    // That of the role comes before everyone's.
    const defaults = views
      .filter(({ isDefault, isForMe }) => isDefault && isForMe)
      .toSorted((one, other) => Number(one.scope === 'role') - Number(other.scope === 'role'))
    const entries = defaults.map((view) => [pathOf(view.list), searchOfView(view)])
    useDefaultViews.setState({ byPath: Object.fromEntries(entries) })
    return () => useDefaultViews.setState({ byPath: {} })
  }, [views])
  return null
}

function ViewLink({ view, isCurrent }: { view: SavedView; isCurrent: boolean }) {
  const { data } = useQuery(countOptions(view))
  return (
    <PathLink
      to={pathOf(view.list)}
      search={searchOfView(view)}
      className={classes.view}
      current={isCurrent && 'true'}
    >
      <bdi className="clip grow block" title={view.name}>
        {view.name}
      </bdi>
      <Count count={data} />
    </PathLink>
  )
}

const compact = perReader(
  () => new Intl.NumberFormat(locale(), { notation: 'compact', maximumFractionDigits: 1 }),
)

/** A number that is short beyond 9,999, whole for a pointer that rests and for screen readers. */
function Count({ count }: { count: number | null | undefined }) {
  if (count === null || count === undefined) return null
  if (count <= 9_999) return <span className={classes.count}>{written(count)}</span>
  return (
    <span className={classes.count} title={written(count)}>
      <span aria-hidden>{compact().format(count)}</span>
      <span className="unseen">{written(count)}</span>
    </span>
  )
}
