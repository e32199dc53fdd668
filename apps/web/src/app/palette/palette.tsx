import { Loader, Modal } from '@mantine/core'
import { t } from '@steward/i18n/reader'
import '../../ui/dialog/dialog-styles.ts'
import { IconSearch } from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useId,
  useMemo,
  useState,
} from 'react'
import { isOnline } from '../../api/browser/connection.ts'
import { useMissingCalls } from '../../api/missing-calls.ts'
import { useDefaultSearches } from '../../shared/saved-views/default-views.store.ts'
import { useSavedViews } from '../../shared/saved-views/saved-views.queries.ts'
import { useTopmost } from '../../ui/dialog/use-topmost.ts'
import { useCan } from '../../ui/permissions/permitted.tsx'
import { usePlaces } from '../places.ts'
import { useIsWide } from '../sidebar.store.ts'
import { useSignOut } from '../use-sign-out.ts'
import { useEverywhere } from './everywhere.ts'
import { fits, type PaletteGroup, type PaletteOption } from './option.ts'
import { OptionLine } from './option-line.tsx'
import classes from './palette.module.css'
import { PaletteNote } from './palette-note.tsx'
import { foundGroups, ownGroups } from './sources.tsx'

/** Lines of each own group that are shown beside what the server has found. */
const maxBeside = 4

/**
 * The command palette, search everywhere: what was opened last, areas and commands, and the records of all areas that match what is typed.
 * @param props.ahead the field that took what was typed before it was there
 */
export function Palette(props: { ahead: RefObject<HTMLInputElement | null>; onClose: () => void }) {
  const { ahead, onClose } = props
  const id = useId()
  const isWide = useIsWide()
  const topmost = useTopmost(true)
  const [typed, setTyped] = useState('')
  const [active, setActive] = useState<string | null>(null)
  const everywhere = useEverywhere(typed)
  const groups = useGroups(typed, everywhere.data?.results, onClose)
  const options = groups.flatMap((group) => group.options)
  const chosen = options.find((option) => option.id === active) ?? options[0]
  const open = useOpen(onClose)
  const lineId = (option: PaletteOption) => `${id}-${option.id.replaceAll(/\s/g, '-')}`
  const groupId = (group: PaletteGroup) => `${id}-group-${groups.indexOf(group)}`

  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that ends the composing of a character is no Enter of ours.
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter' && chosen) {
      event.preventDefault()
      // What was found for an earlier text isn't what is meant.
      if (chosen.found && !everywhere.isCurrent) return
      open(chosen, event.ctrlKey || event.metaKey)
      return
    }
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || !chosen) return
    event.preventDefault()
    const next = options.at((options.indexOf(chosen) + step) % options.length)
    if (!next) return
    setActive(next.id)
    document.getElementById(lineId(next))?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <Modal.Root
      opened
      onClose={onClose}
      closeOnEscape={topmost}
      size="lg"
      fullScreen={!isWide}
      lockScroll={false}
      transitionProps={{ duration: 0 }}
      classNames={{ content: classes.content ?? '' }}
    >
      <Modal.Overlay />
      <Modal.Content data-palette aria-label={t('Search everywhere')}>
        <div className={classes.head}>
          <IconSearch aria-hidden size="1.125rem" stroke={1.75} />
          <input
            data-autofocus
            role="combobox"
            aria-label={t('Search everywhere')}
            aria-expanded={options.length > 0}
            aria-controls={`${id}-list`}
            aria-autocomplete="list"
            aria-activedescendant={chosen && lineId(chosen)}
            className={classes.input}
            type="text"
            inputMode="search"
            enterKeyHint="go"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            placeholder={t('Search people, posts, bills…')}
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setActive(null)
            }}
            onFocus={() => {
              if (!ahead.current) return
              setTyped(typed + ahead.current.value)
              ahead.current.value = ''
            }}
            onKeyDown={onKeyDown}
          />
          <span className={classes.loader}>{everywhere.isFetching && <Loader size={16} />}</span>
          <Modal.CloseButton aria-label={t('Close')} />
        </div>
        <div className="stack fills">
          <div
            id={`${id}-list`}
            role="listbox"
            aria-label={t('Results')}
            data-stale={(typed.trim() !== '' && everywhere.isPlaceholderData) || undefined}
            className={classes.list}
          >
            {groups.map((group) => (
              // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
              <div key={group.label} role="group" aria-labelledby={groupId(group)}>
                <div id={groupId(group)} className={classes.group}>
                  {group.label}
                </div>
                {group.options.map((option) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: keys are heard where the focus is, in the field
                  <div
                    key={option.id}
                    id={lineId(option)}
                    role="option"
                    tabIndex={-1}
                    aria-selected={option === chosen}
                    className={classes.option}
                    onPointerMove={() => setActive(option.id)}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={(event: MouseEvent) => open(option, event.ctrlKey || event.metaKey)}
                  >
                    <OptionLine option={option} words={typed.trim().split(/\s+/u)} />
                  </div>
                ))}
              </div>
            ))}
          </div>
          <PaletteNote typed={typed.trim()} everywhere={everywhere} count={options.length} />
        </div>
      </Modal.Content>
    </Modal.Root>
  )
}

/** The lines that fit what is typed: those of this app first, then what the server has found. */
function useGroups(
  typed: string,
  results: Parameters<typeof foundGroups>[0] | undefined,
  onClose: () => void,
): PaletteGroup[] {
  const can = useCan()
  const signOut = useSignOut()
  // Drawn anew once more is known of the server.
  const missing = useMissingCalls()
  const { data: views } = useSavedViews()
  const defaultOf = useDefaultSearches()
  const places = usePlaces()
  // What stands there when it opens stays in its place until it closes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is known of the server decides too
  const own = useMemo(() => {
    const leave = () => {
      onClose()
      void signOut()
    }
    return ownGroups({ can, signOut: leave, places, views: views ?? [], defaultOf })
  }, [can, missing, places, views, defaultOf])
  const text = typed.trim()
  const beside = own.map(({ label, options, untyped }) => ({
    label,
    options:
      text === ''
        ? options.slice(0, untyped)
        : options
            .filter(({ label, detail = '' }) => fits(`${label} ${detail}`, text))
            .slice(0, maxBeside),
  }))
  const found = text === '' || !isOnline() ? [] : foundGroups(results ?? [], can)
  return [...beside, ...found].filter(({ options }) => options.length > 0)
}

function useOpen(onClose: () => void) {
  const navigate = useNavigate()
  const router = useRouter()
  return ({ to, run }: PaletteOption, aside: boolean) => {
    if (aside && to) {
      window.open(router.buildLocation(to as never).publicHref, '_blank', 'noopener')
      return
    }
    onClose()
    run?.()
    if (to) void navigate(to as never)
  }
}
