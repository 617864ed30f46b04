/** The subset of the Common Expression Language that sign-up rules need: comparisons, logic, methods, fields and lists. */
import { isObject } from "../../wire/Json.ts"

type Variables = Readonly<Record<string, unknown>>

type Expression = (variables: Variables) => unknown

/** Thrown for a condition that cannot be parsed or evaluated. Never leaves this module. */
class Invalid extends Error {}

/** Evaluates a condition. Never fails; returns `undefined` if it is invalid or its value is not a boolean. */
export const evaluate = (condition: string, variables: Variables): boolean | undefined => {
  try {
    const value = parse(condition)(variables)
    return typeof value === "boolean" ? value : undefined
  } catch {
    return undefined
  }
}

const token =
  /\s*(?:(?<number>\d+(?:\.\d+)?)|(?<text>r?"(?:[^"\\]|\\.)*"|r?'(?:[^'\\]|\\.)*')|(?<name>[A-Za-z_]\w*)|(?<sign>==|!=|<=|>=|&&|\|\||[!<>()[\],.]))/y

type Token = readonly [kind: string, text: string]

const tokensOf = (source: string): ReadonlyArray<Token> => {
  const tokens: Array<Token> = []
  const text = source.trimEnd()
  token.lastIndex = 0
  while (token.lastIndex < text.length) {
    const found = Object.entries(token.exec(text)?.groups ?? {}).find(([, part]) => part !== undefined)
    if (found === undefined) throw new Invalid()
    tokens.push(found)
  }
  return tokens
}

const escapes: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" }

/** Returns a string literal's content. Raw strings, such as `r"\d"`, have no escapes. */
const contentOf = (quoted: string): string =>
  quoted.startsWith("r")
    ? quoted.slice(2, -1)
    : quoted.slice(1, -1).replace(/\\(.)/gs, (_, character: string) => escapes[character] ?? character)

/** Limits the parser's recursion, which deeper conditions could overflow. */
const maxDepth = 100

const parse = (source: string): Expression => {
  const tokens = tokensOf(source)
  let position = 0
  let depth = 0
  const take = (kind: string, ...texts: ReadonlyArray<string>): string | undefined => {
    const [nextKind, text = ""] = tokens[position] ?? []
    if (nextKind !== kind || texts.length > 0 && !texts.includes(text)) return undefined
    position++
    return text
  }
  const demand = (sign: string): void => {
    if (take("sign", sign) === undefined) throw new Invalid()
  }

  const or = (): Expression => {
    if (++depth > maxDepth) throw new Invalid()
    let left = and()
    while (take("sign", "||") !== undefined) {
      const [first, second] = [left, and()]
      left = (variables) => boolean(first(variables)) || boolean(second(variables))
    }
    depth--
    return left
  }

  const and = (): Expression => {
    let left = comparison()
    while (take("sign", "&&") !== undefined) {
      const [first, second] = [left, comparison()]
      left = (variables) => boolean(first(variables)) && boolean(second(variables))
    }
    return left
  }

  const comparison = (): Expression => {
    const left = not()
    const operator = take("sign", "==", "!=", "<", "<=", ">", ">=") ?? take("name", "in")
    if (operator === undefined) return left
    const right = not()
    return (variables) => compare(operator, left(variables), right(variables))
  }

  const not = (): Expression => {
    let count = 0
    while (take("sign", "!") !== undefined) count++
    const inner = member()
    return count === 0 ? inner : (variables) => boolean(inner(variables)) === (count % 2 === 0)
  }

  const member = (): Expression => {
    let owner = primary()
    while (true) {
      const object = owner
      if (take("sign", ".") !== undefined) {
        const name = take("name")
        if (name === undefined) throw new Invalid()
        if (take("sign", "(") === undefined) {
          owner = (variables) => field(object(variables), name)
          continue
        }
        const argument = or()
        demand(")")
        owner = (variables) => callMethod(name, object(variables), argument(variables))
      } else if (take("sign", "[") !== undefined) {
        const key = or()
        demand("]")
        owner = (variables) => field(object(variables), key(variables))
      } else return owner
    }
  }

  const primary = (): Expression => {
    const number = take("number")
    if (number !== undefined) return () => Number(number)
    const text = take("text")
    if (text !== undefined) return () => contentOf(text)
    if (take("sign", "(") !== undefined) {
      const inner = or()
      demand(")")
      return inner
    }
    if (take("sign", "[") !== undefined) {
      const items: Array<Expression> = []
      if (take("sign", "]") !== undefined) return () => []
      do items.push(or())
      while (take("sign", ",") !== undefined)
      demand("]")
      return (variables) => items.map((item) => item(variables))
    }
    const name = take("name")
    if (name === undefined) throw new Invalid()
    return Object.hasOwn(constants, name) ? () => constants[name] : (variables) => field(variables, name)
  }

  const expression = or()
  if (position < tokens.length) throw new Invalid()
  return expression
}

const constants: Readonly<Record<string, unknown>> = { true: true, false: false, null: null }

const boolean = (value: unknown): boolean => {
  if (typeof value !== "boolean") throw new Invalid()
  return value
}

const field = (owner: unknown, key: unknown): unknown => {
  if (Array.isArray(owner) && typeof key === "number" && key in owner) return owner[key]
  if (!isObject(owner) || typeof key !== "string" || !Object.hasOwn(owner, key)) throw new Invalid()
  return owner[key]
}

const compare = (operator: string, left: unknown, right: unknown): boolean => {
  if (operator === "==") return left === right
  if (operator === "!=") return left !== right
  if (operator === "in") {
    if (!Array.isArray(right)) throw new Invalid()
    return right.includes(left)
  }
  if (typeof left === "number" && typeof right === "number") return isOrdered(operator, left, right)
  if (typeof left === "string" && typeof right === "string") return isOrdered(operator, left, right)
  throw new Invalid()
}

const isOrdered = <A extends number | string>(operator: string, left: A, right: A): boolean =>
  operator === "<" ? left < right : operator === "<=" ? left <= right : operator === ">" ? left > right : left >= right

const callMethod = (name: string, owner: unknown, argument: unknown): boolean => {
  if (typeof owner !== "string" || typeof argument !== "string") throw new Invalid()
  switch (name) {
    case "contains":
      return owner.includes(argument)
    case "startsWith":
      return owner.startsWith(argument)
    case "endsWith":
      return owner.endsWith(argument)
    case "matches": {
      // CEL writes the flag into the pattern, where JavaScript rejects it.
      const isCaseless = argument.startsWith("(?i)")
      return new RegExp(isCaseless ? argument.slice(4) : argument, isCaseless ? "iu" : "u").test(owner)
    }
    default:
      throw new Invalid()
  }
}
