import { Button } from '@mantine/core'
import type { SavedView } from '@steward/contract/saved-views/saved-views'
import type { ViewedList } from '@steward/contract/saved-views/viewed-lists'
import { msg, t } from '@steward/i18n/reader'
import { IconBookmark, IconCheck, IconChevronDown } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Fragment, type ReactNode, useState } from 'react'
import { useAnySearch } from '../../ui/links/search-link.tsx'
import type { ListSpec } from '../../ui/list/definition/list-spec.ts'
import { FloatingMenu } from '../../ui/menu/floating-menu.tsx'
import { showFailure, toast, undoable } from '../../ui/messages/messages.tsx'
import { drawerPart } from '../../ui/page/lazy-part.tsx'
import { lists } from '../lists/lists.ts'
import classes from './saved-views.module.css'
import { changeView, removeView, useMayShare, useSavedViews } from './saved-views.queries.ts'
import { allOf, isSameSearch, savedSearchOf, searchOfView, viewInForce } from './view-address.ts'

const ViewDialog = drawerPart(async () => (await import('./view-dialog.tsx')).ViewDialog)

const groups = [
  { label: msg('For me'), has: ({ scope }: SavedView) => scope === 'me' },
  { label: msg('For my role'), has: (view: SavedView) => view.scope === 'role' && view.isForMe },
  { label: msg('For everyone'), has: ({ scope }: SavedView) => scope === 'everyone' },
  { label: msg('For other roles'), has: ({ isForMe }: SavedView) => !isForMe },
] as const

/** The menu of a list's views: shows the current one, leads to others, saves the list's state. */
export function ViewsControl({ list, many }: { list: ViewedList; many: string }) {
  const { data: all, error, refetch } = useSavedViews()
  const search = useAnySearch()
  const navigate = useNavigate()
  const client = useQueryClient()
  const mayShare = useMayShare()
  const [dialog, setDialog] = useState<'new' | 'edit' | null>(null)
  const { mutate, isPending: pending } = useMutation({
    mutationFn: (work: () => Promise<unknown>) => work(),
    onError: showFailure,
  })
  const views = all?.filter((view) => view.list === list) ?? []
  const inForce = viewInForce(views, list, search)
  const moved = inForce !== undefined && !isSameSearch(inForce.search, search)
  const mayChange = (view: SavedView) => (view.scope === 'me' ? view.isMine : mayShare)
  const go = (to: object) => void navigate({ to: '.', search: to } as never)
  const act = (work: () => Promise<unknown>) => {
    if (!pending) mutate(work)
  }
  const save = (view: SavedView) =>
    act(async () => {
      const body = { search: savedSearchOf(search), version: view.version }
      await changeView(client, view._id, body)
      toast.success(t('View saved'), view.name)
    })
  const move = (view: SavedView, by: number) =>
    act(() => changeView(client, view._id, { position: Math.max(0, view.position + by) }))
  const remove = (view: SavedView) =>
    act(async () => {
      const back = await removeView(client, view._id)
      if (view._id === inForce?._id) go(savedSearchOf(search))
      if (mayChange(view)) undoable(t('View deleted'), () => act(back), view.name)
      else toast.success(t('View deleted'), view.name)
    })
  const siblings = (view: SavedView) =>
    views.filter((each) => each.scope === view.scope && each.role?._id === view.role?._id)
  // Those that every list has, by their addresses: what it begins with, where that is less, and all of it.
  const { first }: ListSpec = lists[list]
  const given = [
    ...(first ? [{ name: t(first.name), to: {} }] : []),
    // i18n: {many} is a plural noun such as “bills”
    { name: t('All {many}', { many: t(many) }), to: allOf(list) },
  ]
  // A list that is narrowed, and under no view, is neither.
  const atGiven = inForce ? undefined : given.find(({ to }) => isSameSearch(search, to))
  const shown = inForce?.name ?? atGiven?.name
  const current = inForce?._id ?? atGiven?.name
  const label = () => {
    if (shown === undefined) return t('Views')
    // i18n: {view} is the name of a saved view
    return moved ? t('View: {view}, changed', { view: shown }) : t('View: {view}', { view: shown })
  }
  return (
    <div className="row wrap shrinks gap-4-8">
      <FloatingMenu
        position="bottom-start"
        dropdownClass={classes.menu}
        target={
          <Button
            size="compact-md"
            className={classes.target}
            leftSection={<IconBookmark size="1rem" aria-hidden />}
            rightSection={<IconChevronDown size="0.875rem" aria-hidden />}
            aria-label={label()}
            title={shown}
          >
            {/* As high as its letters, which a button's line cuts off. */}
            <bdi className="clip grow block" style={{ lineHeight: 1.5 }}>
              {shown ?? t('Views')}
            </bdi>
          </Button>
        }
      >
        {(Menu) => {
          const at = inForce && siblings(inForce).indexOf(inForce)
          const item = (label: ReactNode, onClick: () => void, key?: string, stays = false) => {
            const isCurrent = key !== undefined && key === current
            const visibility = isCurrent ? undefined : 'hidden'
            return (
              <Menu.Item
                key={key}
                leftSection={<IconCheck size="0.875rem" aria-hidden visibility={visibility} />}
                aria-current={isCurrent ? 'true' : undefined}
                closeMenuOnClick={!stays}
                onClick={onClick}
              >
                {label}
              </Menu.Item>
            )
          }
          return (
            <>
              {given.map(({ name, to }) => item(name, () => go(to), name))}
              {groups.map(({ label, has }) => {
                const own = views.filter(has)
                if (own.length === 0) return null
                return (
                  <Fragment key={label}>
                    <Menu.Label>{t(label)}</Menu.Label>
                    {own.map((view) =>
                      item(
                        <>
                          <bdi className={`clip grow block ${classes.choice}`} title={view.name}>
                            {view.name}
                          </bdi>
                          {!view.isForMe && view.role && <small>{view.role.name}</small>}
                          {view.isDefault && <small> {t('By default')}</small>}
                        </>,
                        () => go(searchOfView(view)),
                        view._id,
                      ),
                    )}
                  </Fragment>
                )
              })}
              {all && views.length === 0 && (
                <Menu.Label>
                  {t(
                    'No saved views yet. Search, filter or sort the list, then save it as a view.',
                  )}
                </Menu.Label>
              )}
              {!all && !error && <Menu.Label>{t('Loading the views…')}</Menu.Label>}
              {!all && error && (
                <Menu.Item closeMenuOnClick={false} onClick={() => void refetch()}>
                  {t('The views couldn’t be loaded. Try again')}
                </Menu.Item>
              )}
              <Menu.Divider />
              {item(t('Save view…'), () => setDialog('new'))}
              {inForce && mayChange(inForce) && at !== undefined && (
                <>
                  {item(t('Rename or share…'), () => setDialog('edit'))}
                  {at > 0 && item(t('Move up'), () => move(inForce, -1), 'up', true)}
                  {at < siblings(inForce).length - 1 &&
                    item(t('Move down'), () => move(inForce, 1), 'down', true)}
                </>
              )}
              {inForce &&
                (mayChange(inForce) || inForce.isMine) &&
                item(t('Delete view'), () => remove(inForce))}
            </>
          )
        }}
      </FloatingMenu>
      {moved && (
        <>
          {mayChange(inForce) && (
            <Button
              size="compact-sm"
              variant="light"
              loading={pending}
              onClick={() => save(inForce)}
            >
              {t('Save changes')}
            </Button>
          )}
          <Button size="compact-sm" variant="subtle" onClick={() => setDialog('new')}>
            {t('Save as new')}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => go(searchOfView(inForce))}>
            {t('Reset')}
          </Button>
        </>
      )}
      {dialog && (
        <ViewDialog
          list={list}
          view={dialog === 'edit' ? inForce : undefined}
          search={savedSearchOf(search)}
          onSaved={(view) => {
            setDialog(null)
            if (dialog === 'new') go(searchOfView(view))
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}
