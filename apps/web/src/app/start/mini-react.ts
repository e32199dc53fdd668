// The part of React that draws something once: what first-rows.tsx needs of it, in place of React itself,
// which comes a moment later and draws the same components for good (build/start.ts).

// biome-ignore lint/suspicious/noExplicitAny: the props of any component
type Props = Record<string, any>
type Component = (props: Props) => Drawn
interface Element {
  type: string | Component
  props: Props
}
type Drawn = Element | Drawn[] | string | number | boolean | null | undefined

export const jsx = (type: Element['type'], props: Props): Element => ({ type, props })
export const jsxs = (type: Element['type'], props: Props): Element => jsx(type, props)
export const Fragment = ({ children }: Props): Drawn => children
export const createElement = (type: Element['type'], props: Props | null, ...children: Drawn[]) =>
  jsx(type, { ...props, children })

export const memo = (component: Component): Component => component
export const forwardRef =
  (component: (props: Props, ref: null) => Drawn): Component =>
  (props) =>
    component(props, null)
/** A context is its default value throughout: nothing that is drawn here depends on a provider. */
export const createContext = (value: unknown) =>
  Object.assign(({ children }: Props): Drawn => children, { value })
export const useContext = (context: { value: unknown }): unknown => context.value
export const use = (context: { value: unknown }): unknown => context.value
export const useState = <T>(first: T | (() => T)): [T, () => void] => [
  typeof first === 'function' ? (first as () => T)() : first,
  () => {},
]
export const useRef = (current: unknown) => ({ current })
export const useMemo = <T>(make: () => T): T => make()
export const useCallback = <T>(callback: T): T => callback
export const useId = (): string => ''
export const useReducer = (_reducer: unknown, first: unknown) => [first, () => {}]
export const useSyncExternalStore = <T>(_subscribe: unknown, now: () => T): T => now()
export const useEffect = (): void => {}
export const useLayoutEffect = (): void => {}

const svgSpace = 'http://www.w3.org/2000/svg'
const names: Record<string, string> = {
  className: 'class',
  tabIndex: 'tabindex',
  dateTime: 'datetime',
  htmlFor: 'for',
}

/** Puts what components draw into a place of the page. */
export function draw(drawn: Drawn, into: Node): void {
  if (Array.isArray(drawn)) {
    for (const each of drawn) draw(each, into)
  } else if (typeof drawn === 'string' || typeof drawn === 'number') {
    into.appendChild(document.createTextNode(String(drawn)))
  } else if (drawn && typeof drawn === 'object') {
    const { type, props } = drawn
    if (typeof type === 'function') draw(type(props), into)
    else into.appendChild(elementOf(type, props, into))
  }
}

function elementOf(type: string, props: Props, into: Node): HTMLElement | SVGElement {
  const isSvg = type === 'svg' || (into as Partial<SVGElement>).namespaceURI === svgSpace
  const element = isSvg ? document.createElementNS(svgSpace, type) : document.createElement(type)
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || name === 'children' || name === 'key') continue
    if (name === 'style') {
      // By the object model: an attribute would be against the policy.
      for (const [key, one] of Object.entries(value)) {
        const text = typeof one === 'number' ? `${one}px` : String(one)
        element.style[key as 'color'] = text
      }
    } else if (name === 'checked') {
      ;(element as HTMLInputElement).checked = value
    } else if (typeof value !== 'function' && typeof value !== 'object') {
      const isFlag = typeof value === 'boolean' && !/^(aria|data)-/.test(name)
      if (isFlag && !value) continue
      const own =
        names[name] ?? (isSvg ? name.replace(/[A-Z]/g, (it) => `-${it.toLowerCase()}`) : name)
      element.setAttribute(own === 'view-box' ? 'viewBox' : own, isFlag ? '' : String(value))
    }
  }
  draw(props['children'], element)
  return element
}
