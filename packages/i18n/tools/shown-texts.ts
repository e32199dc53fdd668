// Where in the code texts for people stand.

/** Calls whose first argument is a message; of these the third, or the second, is its context. */
export const contextAt: Readonly<Record<string, number>> = {
  t: 2,
  rich: 2,
  parts: 2,
  msg: 1,
  say: 2,
  wording: 2,
}

/** Calls of the server whose texts are messages. */
export const failing =
  /^(notFound|conflict|unsafe|notPermitted|Outage|TookTooLong|OperatorError|UsageError|NoSession|BadValue|notA)$/

/** Files of the server whose properties `message` and `msg` are what an answer says. */
export const answering = /^apps\/server\/src\/(http|modules|uploads)\//

/** What a command prints; the report of a server's conformance is for those who write one, and in English. */
export const commandLine = /^apps\/server\/src\/cli\/(?!conformance\/)/

/** What the contract's schemas say of a value, after the name of its field. */
export const wrong = /^(must|is|has|can’t|goes|are) /

/** Properties of the contract whose texts are messages wherever they stand. */
export const contractProperties = new Set([
  'label',
  'heading',
  'one',
  'many',
  'count',
  'title',
  'module',
  'summary',
  'description',
])

/** Attributes and properties that hold a text for people. */
export const shown =
  /^(label|title|alt|placeholder|hint|description|caption|heading|text|words|message|action|emptyHint|searchHint|aria-label|aria-description|aria-roledescription|aria-placeholder|aria-valuetext)$/

/** Attributes, properties and calls that never hold one. */
export const neverShown =
  /^(className|classNames|id|key|name|type|role|rel|href|src|d|viewBox|style|styles|mod|test|pattern|transform|inputMode|autoComplete|enterKeyHint|Accept|Content-Type|gridTemplateColumns|sizes|media|userAgent|command|synopsis|system|example|places)$/
export const notForPeople =
  /^(Error|TypeError|RangeError|URL|RegExp|matchMedia|querySelector|querySelectorAll|closest|matches|getElementById|addEventListener|removeEventListener|useMediaQuery|setAttribute|getAttribute|toggleAttribute|Intl|DateTimeFormat|split|startsWith|endsWith|includes|warn|error|log|debug|startTransition|createElement|declared|assert|getPropertyValue|setProperty|removeProperty)$/

const keys =
  /^(Enter|Escape|Tab|Space|Backspace|Delete|Home|End|PageUp|PageDown|Arrow(Up|Down|Left|Right)|Shift|Control|Alt|Meta|ContextMenu|F\d+|Mod|ControlOrMeta)$/

/** Whether a text looks like one for people: two words, or one with a capital. */
export const looksShown = (text: string): boolean =>
  (/\p{L}[\p{L}’'-]+[,:;]? +[\p{L}“(]/u.test(text) || /^\s*\p{Lu}\p{Ll}+/u.test(text)) &&
  !keys.test(text) &&
  !/^[A-Z][a-z]+[A-Z]/.test(text)
