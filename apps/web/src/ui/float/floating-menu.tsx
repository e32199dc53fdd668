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
import { loadOnIntent } from '../page/on-intent.ts'
import { loadFloats, useFloats } from './load-floats.ts'

loadOnIntent(loadFloats)

/**
 * A menu behind a button. Until a pointer or the focus comes to it there is the button alone, so that a
 * list shows its rows before the code of menus is loaded.
 * @param props.children draws what the menu holds, by the parts that it is given
 */
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

/**
 * Something of any kind behind a button, as {@link FloatingMenu}, which has the focus back once it is closed.
 * Mantine's `returnFocus` isn't sure of that: a focus trap that is late keeps it from being given back.
 */
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
    // A press outside moves the focus after this.
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
          trapFocus
        >
          <Popover.Target>
            <Anchor to={button} />
          </Popover.Target>
          {/* While it goes, its focus trap may still take the focus. */}
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

/**
 * What a button needs for what floats at it: drawn closed once a pointer or the focus comes near, and opened
 * only after that, as it remembers then where the focus was.
 */
function useFloat(opened: boolean) {
  const [isNear, setNear] = useState(false)
  const floats = useFloats(isNear || opened)
  const isThere = floats !== null
  const [isReady, setReady] = useState(false)
  useLayoutEffect(() => setReady(isThere), [isThere])
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const near = () =>
    loadFloats().then(
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

/** Stands for the button, which is another element's child and stays the one that it is. */
function Anchor(props: { to: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(props.ref, () => props.to.current as HTMLElement, [props.to])
  return null
}
