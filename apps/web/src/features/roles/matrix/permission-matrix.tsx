import { CloseButton, TextInput } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import { IconSearch } from '@tabler/icons-react'
import {
  memo,
  startTransition,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { actionText } from '../../../shared/permissions/permission-text.ts'
import classes from './matrix.module.css'
import { onMatrixKey } from './matrix-keys.ts'
import { MatrixModule, type MatrixProps, PartBox } from './matrix-module.tsx'
import { type MatrixStore, useCount, useWhole } from './matrix-store.ts'
import { shownRows } from './shape.ts'

/** Modules, submodules and actions, with a box for each permission, row, column and module; stacked where narrow. */
export const PermissionMatrix = memo(function PermissionMatrix(props: MatrixProps) {
  const { store, readOnly, limits } = props
  const { shape } = store
  // The buttons that change limits have a column of their own.
  const columns = shape.columns.length + (limits?.onEdit ? 1 : 0)
  const [search, setSearch] = useState('')
  const wanted = useDeferredValue(search)
  const shown = useMemo(() => shownRows(shape, wanted), [shape, wanted])
  const ready = useReadyModules(shape.modules.length)
  const frame = useRef<HTMLDivElement>(null)
  const grid = useRef<HTMLTableElement>(null)
  useLayout(frame, 15 + columns * 4.5)
  // Tab reaches one box of the grid: the last one focused, else the first.
  const inOrder = useRef<HTMLElement | null>(null)
  const reach = (box: HTMLElement | null | undefined) => {
    if (inOrder.current) inOrder.current.tabIndex = -1
    inOrder.current = box ?? null
    if (box) box.tabIndex = 0
  }
  useEffect(() => {
    if (!inOrder.current?.isConnected) reach(grid.current?.querySelector('input'))
  })
  const none = shown.every((rows) => rows.length === 0)
  return (
    <div ref={frame} className={classes.frame}>
      <div className="row wrap between gap-8-16 mb-12">
        <TextInput
          w="min(18rem, 100%)"
          value={search}
          maxLength={100}
          autoComplete="off"
          spellCheck={false}
          aria-label={t('Search permissions')}
          placeholder={t('Search permissions')}
          leftSection={<IconSearch size="1rem" aria-hidden />}
          rightSection={
            search && (
              <CloseButton size={24} aria-label={t('Clear search')} onClick={() => setSearch('')} />
            )
          }
          onChange={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') setSearch('')
            // Keeps Enter in the search from submitting the form.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
        <Granted store={store} />
      </div>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table may be a grid (ARIA in HTML)
        role="grid"
        aria-label={t('Permissions')}
        className={`framed ${classes.grid}`}
        style={{ '--columns': columns } as React.CSSProperties}
        onKeyDown={onMatrixKey}
        onFocus={(event) => {
          const { target } = event
          if (target instanceof HTMLElement && target.dataset['column']) reach(target)
        }}
      >
        <MatrixHead {...{ store, readOnly }} />
        {shown.map((rows, module) =>
          rows.length === 0 ? null : (
            <MatrixModule
              key={shape.modules[module]?.name}
              {...{ store, module, rows, readOnly, limits }}
              ready={module < ready}
            />
          ),
        )}
      </table>
      {none && (
        <p className="dim" style={{ padding: 24, textAlign: 'center' }} role="status">
          {search.trim() === ''
            ? t('There are no permissions.')
            : t('No permissions match this search.')}
        </p>
      )}
    </div>
  )
})

/** The boxes of everything and of each action. */
function MatrixHead({ store, readOnly }: MatrixProps) {
  useWhole(store)
  return (
    <thead className={classes.head}>
      <tr className={classes.row}>
        <th scope="col" className={classes.name}>
          <PartBox {...{ store, readOnly }} part="all" label={t('Everything')}>
            {t('Everything')}
          </PartBox>
        </th>
        {store.shape.columns.map((action, column) => (
          <th key={action} scope="col" className={classes.headCell}>
            <PartBox
              {...{ store, readOnly }}
              part="column"
              index={column}
              label={t('Every “{action}”', { action: actionText(action) })}
              column={column + 1}
            >
              {actionText(action)}
            </PartBox>
          </th>
        ))}
      </tr>
    </thead>
  )
}

function Granted({ store }: { store: MatrixStore }) {
  const granted = useCount(store, 'all', 0)
  if (store.touched) return null
  return (
    <span className="dim">
      {t('{count} of {all} granted', { count: granted, all: store.shape.names.length })}
    </span>
  )
}

/** How many modules are drawn: the first ones at once, the others while nothing else happens. */
function useReadyModules(all: number): number {
  const [ready, setReady] = useState(8)
  useEffect(() => {
    if (ready >= all) return
    const timer = setTimeout(() => startTransition(() => setReady(ready + 2)), 30)
    return () => clearTimeout(timer)
  }, [ready, all])
  return ready
}

/** Marks the frame as a table if it is at least `rem` wide. */
function useLayout(frame: React.RefObject<HTMLElement | null>, rem: number): void {
  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return
    const look = () => {
      const em = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
      element.dataset['layout'] = element.clientWidth >= rem * em ? 'table' : 'stack'
    }
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element)
    return () => observer.disconnect()
  }, [frame, rem])
}
