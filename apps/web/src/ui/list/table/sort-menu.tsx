import { Button } from '@mantine/core'
import type { FieldKind } from '@steward/contract/areas/field'
import { capitalize } from '@steward/contract/values/capitalize'
import { type Message, msg, t } from '@steward/i18n/reader'
import { IconArrowsSort } from '@tabler/icons-react'
import { type RefObject, useEffect, useState } from 'react'
import { inSentence } from '../../format/phrases.ts'
import { rich } from '../../format/rich.tsx'
import { FloatingMenu } from '../../menu/floating-menu.tsx'
import type { Column, ListDefinition } from '../definition/list-definition.ts'
import classes from '../filters/filters.module.css'
import { useCards } from './list-rows.tsx'

export interface SortMenuProps {
  definition: ListDefinition<unknown>
  /** The shown columns. */
  columns: readonly Column<unknown>[]
  sort: string
  sorts: readonly string[]
  isView: boolean
  list: RefObject<HTMLElement | null>
  onSort: (sort: string) => void
}

/** The order in force in words, and the way to another, where no heading in sight shows it. */
export function SortMenu(props: SortMenuProps) {
  const { definition, sort, onSort } = props
  const field = sort.replace(/^-/, '')
  const cards = useCards()
  const hasTable = !cards && !props.isView
  const isShown = useHeadingInSight(props, field, hasTable)
  const isKnown = props.sorts.includes(field)
  // The order is unknown where the records don't show by what the server sorts them.
  if (isShown || (!isKnown && hasTable)) return null
  const columnOf = (name: string) => definition.columns.find((column) => column.sort === name)
  const nameOf = (name: string) => sortName(name, columnOf(name))
  const [up, down] = sortEnds(field, columnOf(field), definition.fields?.[field]?.kind)
  const now = sort === field ? up : down
  return (
    <FloatingMenu
      position="bottom-start"
      target={
        <Button
          data-sorted
          variant="subtle"
          color="gray"
          size="compact-sm"
          radius="xl"
          leftSection={<IconArrowsSort size="0.875rem" aria-hidden />}
        >
          <span>
            {isKnown
              ? // i18n: {field} is such as “due date”, {order} such as “soonest first”; <by> is unseen on phones
                rich('<by>Sorted by</by> {field}, {order}', {
                  field: nameOf(field),
                  order: now,
                  by: (words) => <span className={classes.sortedBy}>{words}</span>,
                })
              : // i18n: verb
                t('Sort')}
          </span>
        </Button>
      }
    >
      {(Menu) => (
        <>
          <Menu.Label>{t('Sort by')}</Menu.Label>
          <Menu.RadioGroup
            value={field}
            onChange={(to) => {
              const column = columnOf(to)
              onSort(column?.descending && !column.planned ? `-${to}` : to)
            }}
          >
            {props.sorts.map((each) => (
              <Menu.RadioItem key={each} value={each}>
                {capitalize(nameOf(each))}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          {isKnown && <Menu.Divider />}
          {isKnown && (
            <Menu.RadioGroup value={now} onChange={(to) => onSort(to === up ? field : `-${field}`)}>
              {[up, down].map((words) => (
                <Menu.RadioItem key={words} value={words}>
                  {capitalize(words)}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          )}
        </>
      )}
    </FloatingMenu>
  )
}

/** Whether the heading of the sorted column is drawn: not on cards, nor where there is no room for it. */
function useHeadingInSight({ columns, list }: SortMenuProps, field: string, hasTable: boolean) {
  const column = columns.find((each) => each.sort === field && !each.control)
  const [less, setLess] = useState('')
  useEffect(() => {
    const { current } = list
    if (!hasTable || !current) return
    const read = () => setLess(current.querySelector('table')?.dataset['less'] ?? '')
    read()
    const watching = new MutationObserver(read)
    watching.observe(current, { subtree: true, attributeFilter: ['data-less'] })
    return () => watching.disconnect()
  }, [hasTable, list])
  if (!column || !hasTable) return false
  return column.hidden === true || !less.split(' ').includes(String(column.priority))
}

type Ends = readonly [up: string, down: string]
type Words = Pick<Column<unknown>, 'label' | 'planned' | 'sortName' | 'sortEnds'>

/** Fields that every record has. */
const common: Readonly<Record<string, Message>> = {
  createdAt: msg('creation', 'the time by which a list is sorted'),
  deletedAt: msg('deletion', 'the time by which a list is sorted'),
}

/** What a list is sorted by, in the middle of a sentence. */
export function sortName(field: string, column?: Words): string {
  const name = column?.sortName ?? common[field]
  return name ? t(name) : inSentence(column?.label ?? field)
}

/** What comes first, going up and going down. */
export function sortEnds(field: string, column?: Words, kind?: FieldKind): Ends {
  if (column?.sortEnds) return [t(column.sortEnds[0]), t(column.sortEnds[1])]
  // i18n: the order of a list, in the middle of a sentence
  if (column?.planned) return [t('soonest first'), t('latest first')]
  // i18n: the order of a list, in the middle of a sentence
  if (/(^at|At)$/.test(field)) return [t('oldest first'), t('newest first')]
  // i18n: the order of a list, in the middle of a sentence
  if (kind === 'money') return [t('lowest first'), t('highest first')]
  // i18n: the order of a list, in the middle of a sentence
  return kind === 'count' ? [t('least first'), t('most first')] : [t('A to Z'), t('Z to A')]
}
