import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'
import { keyOf } from '../src/reader.ts'
import {
  answering,
  commandLine,
  contextAt,
  contractProperties,
  failing,
  looksShown,
  neverShown,
  notForPeople,
  shown,
  wrong,
} from './shown-texts.ts'
import { root, sourceFiles } from './source-files.ts'

/** A message found in the code. */
export interface Found {
  key: string
  message: string
  context?: string | undefined
  /** Notes for translators: the comment `i18n: …` before it. */
  notes: string[]
  /** `file:line`, relative to the repository. */
  at: string
  /** A text of the API's documentation alone. */
  isDocs?: true
}
/** A text for people that no call marks. */
export interface Unmarked {
  text: string
  at: string
}

// biome-ignore lint/suspicious/noExplicitAny: any node of a syntax tree
type Node = any

/**
 * Finds the messages of a file, and texts for people that are none.
 * @param path relative to the repository
 */
export function extract(path: string, code: string): { found: Found[]; unmarked: Unmarked[] } {
  const { program, comments, errors } = parseSync(path, code)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const found: Found[] = []
  const unmarked: Unmarked[] = []
  const lineAt = (start: number) => code.slice(0, start).split('\n').length
  const isContract = path.startsWith('packages/contract/')
  const isCommandLine = commandLine.test(path)
  const isShown = path.startsWith('apps/web/') || isCommandLine
  const isAnswering = answering.test(path)

  /** The comment `i18n: …` on the line of a node or the one before it. */
  const notesAt = (start: number) => {
    const line = lineAt(start)
    return comments
      .filter(({ end }: Node) => end <= start && line - lineAt(end) <= 1)
      .flatMap(({ value }: Node) => /^\s*i18n: (.*?)\s*$/s.exec(value)?.slice(1) ?? [])
      .map((note: string) => note.replaceAll(/\s+/g, ' '))
  }
  const isIgnored = (start: number) => {
    const line = lineAt(start)
    return comments.some(
      ({ value, end }: Node) =>
        /^\s*i18n-ignore: ./.test(value) && [0, 1].includes(line - lineAt(end)),
    )
  }
  const textsOf = (node: Node): { text: string; start: number }[] => {
    if (node?.type === 'Literal' && typeof node.value === 'string')
      return [{ text: node.value, start: node.start }]
    if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
      return [{ text: node.quasis[0].value.cooked, start: node.start }]
    if (node?.type === 'ConditionalExpression')
      return [...textsOf(node.consequent), ...textsOf(node.alternate)]
    if (node?.type === 'LogicalExpression') return [...textsOf(node.left), ...textsOf(node.right)]
    if (node?.type === 'ParenthesizedExpression' || node?.type?.startsWith('TSAs'))
      return textsOf(node.expression)
    return []
  }
  const add = (node: Node, context?: string, { isDocs = false, isMarked = false } = {}) => {
    const texts = textsOf(node)
    for (const { text, start } of texts) {
      // A message that a call marks is one, whatever is ignored beside it.
      if (!isMarked && isIgnored(start)) continue
      found.push({
        key: keyOf(text, context),
        message: text,
        context,
        notes: notesAt(start),
        at: `${path}:${lineAt(start)}`,
        ...(isDocs && { isDocs }),
      })
    }
    return texts.length > 0
  }
  const report = (text: string, start: number) => {
    if (!isIgnored(start)) unmarked.push({ text: text.trim(), at: `${path}:${lineAt(start)}` })
  }

  const visit = (node: Node, holder: string | null): void => {
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) {
      for (const each of node) visit(each, holder)
      return
    }
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ImportExpression':
      case 'TSInterfaceDeclaration':
      case 'TSTypeAliasDeclaration':
      case 'TSTypeAnnotation':
      case 'TSTypeParameterInstantiation':
        return
      case 'CallExpression':
      case 'NewExpression': {
        const callee = node.callee.property?.name ?? node.callee.name ?? ''
        const place = Object.hasOwn(contextAt, callee) ? contextAt[callee] : undefined
        if (place !== undefined && node.type === 'CallExpression') {
          const [message, ...rest] = node.arguments
          const context = textsOf(node.arguments[place])[0]?.text
          if (!add(message, context, { isMarked: true })) visit(message, 'expression')
          visit(rest.slice(0, place - 1), null)
          return
        }
        if (callee === 'Failure' && node.type === 'NewExpression') add(node.arguments[1])
        // The first argument of `invalidField` is the path of the field; that of `BadField` its name.
        if (/^(invalidField|BadField)$/.test(callee))
          for (const each of node.arguments.slice(1)) add(each)
        visit(node.callee, holder)
        const isNever = notForPeople.test(callee) || holder === 'never'
        for (const each of node.arguments) {
          const isMarked = failing.test(callee) && add(each)
          visit(each, isMarked || isNever ? 'never' : null)
        }
        return
      }
      case 'TaggedTemplateExpression':
        return
      case 'JSXText':
        if (isShown && /\p{L}/u.test(node.value)) report(node.value, node.start)
        return
      case 'JSXAttribute': {
        const name = node.name.name ?? ''
        const { value } = node
        if (value?.type === 'Literal') {
          if (!isShown || neverShown.test(name) || name.startsWith('data-')) return
          if (shown.test(name) ? /\p{L}/u.test(value.value) : looksShown(value.value))
            report(value.value, value.start)
          return
        }
        visit(value, neverShown.test(name) ? 'never' : name)
        return
      }
      case 'Property': {
        const name = node.key.name ?? node.key.value ?? ''
        // The names of modules and submodules of permissions.
        if (path.endsWith('/permission-catalogue.ts') && /^[A-Z]/.test(name))
          add({ type: 'Literal', value: name, start: node.start })
        if (isContract && contractProperties.has(name)) {
          if (add(node.value, undefined, { isDocs: /^(summary|description)$/.test(name) })) return
        }
        if (isAnswering && /^(message|msg)$/.test(name)) add(node.value)
        visit(
          node.value,
          neverShown.test(name) ? 'never' : holder === 'never' ? holder : String(name),
        )
        return
      }
      case 'ArrayExpression': {
        // An option of a command stands as it is typed, before what it does.
        const [term, words] = node.elements
        const isOption =
          isCommandLine && term?.type === 'Literal' && words?.type === 'CallExpression'
        visit(isOption ? node.elements.slice(1) : node.elements, holder)
        return
      }
      case 'PropertyDefinition':
        visit(node.value, neverShown.test(node.key.name ?? '') ? 'never' : holder)
        return
      case 'BinaryExpression':
        if (/^[!=]==?$/.test(node.operator)) return
        break
      case 'SwitchCase':
        visit(node.consequent, holder)
        return
      case 'Literal':
        if (isContract && wrong.test(node.value)) add(node)
        if (!isShown || holder === 'never' || typeof node.value !== 'string') return
        if (looksShown(node.value) || (holder && shown.test(holder) && /\p{L}/u.test(node.value)))
          report(node.value, node.start)
        return
      case 'TemplateLiteral': {
        const text = node.quasis.map((part: Node) => part.value.cooked).join('{}')
        if (
          isShown &&
          holder !== 'never' &&
          (looksShown(text) || (holder && shown.test(holder) && /\p{L}/u.test(text)))
        )
          report(text, node.start)
        visit(node.expressions, holder)
        return
      }
    }
    for (const [name, value] of Object.entries(node)) {
      if (
        ![
          'type',
          'start',
          'end',
          'typeAnnotation',
          'typeParameters',
          'typeArguments',
          'returnType',
        ].includes(name)
      )
        visit(value, holder)
    }
  }
  visit(program, null)
  return { found, unmarked }
}

/** All messages of the code by their key, and all texts that are not marked. */
export function extractAll(files: readonly string[] = sourceFiles()): {
  messages: Map<string, Found[]>
  unmarked: Unmarked[]
} {
  const messages = new Map<string, Found[]>()
  const unmarked: Unmarked[] = []
  for (const path of files) {
    const of = extract(path, readFileSync(root + path, 'utf8'))
    unmarked.push(...of.unmarked)
    for (const each of of.found) messages.set(each.key, [...(messages.get(each.key) ?? []), each])
  }
  return { messages, unmarked }
}
