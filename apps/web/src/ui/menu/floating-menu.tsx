import type { Menu as MantineMenu, MenuProps } from '@mantine/core'
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  type Ref,
  type RefObject,
  startTransition,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { onceOnline } from '../../api/browser/connection.ts'
import { useTopmost } from '../dialog/use-topmost.ts'
import { lazyCode } from '../load/lazy-code.ts'

const [useMantineMenu, loadMantineMenu] = lazyCode(() => import('./mantine-menu.ts'), {
  onMissing: (_, retry) => onceOnline(retry),
})

/** A menu behind a button, loaded on hover or focus; `children` is given its components. */
export function FloatingMenu(
  props: Pick<
    MenuProps,
    'position' | 'width' | 'withinPortal' | 'closeOnItemClick' | 'returnFocus'
  > & {
    target: ReactElement<ComponentProps<'button'>>
    dropdownClass?: string | undefined
    children: (Menu: typeof MantineMenu) => ReactNode
  },
) {
  const { target, children, dropdownClass, ...menu } = props
  const [opened, setOpened] = useState(false)
  const { floats, isReady, button, id, handlers } = useFloat(opened)
  const { Menu } = floats ?? {}
  return (
    <>
      {cloneElement(target, {
        ...handlers,
        'aria-haspopup': 'menu',
        onClick: () => setOpened(!opened),
      })}
      {Menu && (
        <Menu {...menu} id={id} opened={opened && isReady} onChange={setOpened}>
          <Menu.Target>
            <Anchor to={button} />
          </Menu.Target>
          <Menu.Dropdown {...(dropdownClass && { className: dropdownClass })}>
            {children(Menu)}
          </Menu.Dropdown>
        </Menu>
      )}
    </>
  )
}

/** A popover that returns the focus itself, as its focus trap may undo Mantine's `returnFocus`. */
export function FloatingPopover(props: {
  position: 'bottom-start' | 'bottom-end'
  target: ReactElement<ComponentProps<'button'>>
  opened: boolean
  onOpened: (opened: boolean) => void
  label?: string
  children: ReactNode
}) {
  const { target, opened, onOpened } = props
  const { floats, isReady, button, id, handlers } = useFloat(opened)
  const { Popover } = floats ?? {}
  const wasOpened = useRef(false)
  useEffect(() => {
    const closes = wasOpened.current && !opened
    wasOpened.current = opened
    if (!closes) return
    // Runs later, since a press outside moves the focus only after this effect.
    const later = setTimeout(() => {
      const dropdown = document.getElementById(`${id}-dropdown`)
      const focused = document.activeElement
      if (focused === document.body || dropdown?.contains(focused)) focusOn(button)
    }, 10)
    return () => clearTimeout(later)
  }, [opened, id, button])
  return (
    <>
      {cloneElement(target, {
        ...handlers,
        'aria-haspopup': 'dialog',
        onClick: () => onOpened(!opened),
      })}
      {Popover && (
        <Popover
          id={id}
          opened={opened && isReady}
          onChange={onOpened}
          position={props.position}
          // Until it is in its place it is within the window, so that what is chosen in it scrolls no page.
          floatingStrategy="fixed"
          trapFocus
        >
          <Popover.Target>
            <Anchor to={button} />
          </Popover.Target>
          {/* While closing, the focus trap may move the focus here; it then returns to the button. */}
          <Popover.Dropdown
            aria-label={props.label}
            onFocus={() => {
              if (!opened) focusOn(button)
            }}
          >
            {props.children}
          </Popover.Dropdown>
        </Popover>
      )}
    </>
  )
}

const focusOn = (button: RefObject<HTMLElement | null>) =>
  button.current?.focus({ preventScroll: true })

/** Mounts it closed on hover or focus: Mantine stores the previous focus only on opening. */
function useFloat(opened: boolean) {
  // Within a dialog, Escape closes what is open there, and not the dialog with it.
  useTopmost(opened)
  const [isNear, setNear] = useState(false)
  const wanted = isNear || opened
  const loaded = useMantineMenu(wanted)
  const floats = wanted ? loaded : undefined
  const isThere = floats !== undefined
  const [isReady, setReady] = useState(false)
  useLayoutEffect(() => setReady(isThere), [isThere])
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const near = () =>
    loadMantineMenu().then(
      () => startTransition(() => setNear(true)),
      () => {},
    )
  const handlers = {
    id,
    ref: button,
    'aria-expanded': opened,
    'aria-controls': opened && isReady ? `${id}-dropdown` : undefined,
    onPointerEnter: () => void near(),
    onFocus: () => void near(),
  }
  return { floats, isReady, button, id, handlers }
}

/** Gives Mantine a ref to the target button, which is drawn elsewhere so that it never remounts. */
function Anchor(props: { to: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(props.ref, () => props.to.current as HTMLElement, [props.to])
  return null
}
