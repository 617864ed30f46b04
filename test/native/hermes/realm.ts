/**
 * A realm with the globals of an app on React Native 0.88 with Expo 58, and without those of Node.js and browsers.
 *
 * | source | globals |
 * |---|---|
 * | Hermes | ECMAScript, `TextEncoder`, `atob`, `btoa`; without `WebAssembly`, threads, and the parts of `Intl` below |
 * | `InitializeCore` of React Native | timers, `queueMicrotask`, `fetch` of `whatwg-fetch` 3, `AbortController`, `FormData`, `Blob`, `navigator`, `performance`, `window`, `self`, `global`, `process.env`, `alert` |
 * | `expo/src/winter` | `URL`, `URLSearchParams`, `TextDecoder`, `structuredClone`, `DOMException` |
 *
 * Newer parts of ECMAScript are removed as well, although the Hermes of React Native 0.88 has them: apps with older versions
 * do not.
 */
import { randomBytes } from "node:crypto"
import { createContext, runInContext } from "node:vm"

/** The native functions of the realm: values that are passed to it have no prototype of this realm. */
export interface Native {
  /** Sends a request, and calls back with the status, the headers as JSON, and the body; with -1 if it fails. */
  readonly send: (
    method: string,
    url: string,
    headers: string,
    body: string | undefined,
    done: (status: number, headers: string, body: string) => void
  ) => void
  /** Opens a URL in the browser, and calls back with the link that it returns to. */
  readonly browse?: (url: string, done: (link: string) => void) => void
}

/** Built-in objects and methods that V8 has, and some supported version of Hermes has not. */
const removed = [
  "WebAssembly",
  "SharedArrayBuffer",
  "Atomics",
  "Iterator",
  "FinalizationRegistry",
  "DisposableStack",
  "AsyncDisposableStack",
  "SuppressedError",
  "Float16Array",
  "escape",
  "unescape",
  "Array.fromAsync",
  "Promise.withResolvers",
  "Promise.try",
  "Object.groupBy",
  "Map.groupBy",
  "RegExp.escape",
  "Error.isError",
  "Math.sumPrecise",
  "Math.f16round",
  "Uint8Array.fromBase64",
  "Uint8Array.fromHex",
  "Uint8Array.prototype.toBase64",
  "Uint8Array.prototype.toHex",
  "Array.prototype.with",
  "Array.prototype.toSorted",
  "Array.prototype.toSpliced",
  "Array.prototype.toReversed",
  "Array.prototype.findLast",
  "Array.prototype.findLastIndex",
  "String.prototype.isWellFormed",
  "String.prototype.toWellFormed",
  "Set.prototype.union",
  "Set.prototype.intersection",
  "Set.prototype.difference",
  "Set.prototype.isSubsetOf",
  "Intl.Segmenter",
  "Intl.ListFormat",
  "Intl.PluralRules",
  "Intl.RelativeTimeFormat",
  "Intl.DisplayNames",
  "Intl.Locale",
  "Intl.DurationFormat"
]

/** A subset of `fetch` of `whatwg-fetch` 3 over `XMLHttpRequest`. A response has no `body`. */
const fetchSource = `(native) => {
  class Headers {
    constructor(init = {}) {
      this.map = Object.fromEntries(Object.entries(init).map(([name, value]) => [name.toLowerCase(), String(value)]))
    }
    get(name) { return this.map[name.toLowerCase()] ?? null }
    has(name) { return name.toLowerCase() in this.map }
    set(name, value) { this.map[name.toLowerCase()] = String(value) }
    forEach(f) { Object.entries(this.map).forEach(([name, value]) => f(value, name, this)) }
  }
  class Response {
    constructor(text, { status, headers }) {
      Object.assign(this, { _text: text, status, headers: new Headers(headers), type: "default", ok: status < 300, url: "" })
    }
    async text() { return this._text }
    async json() { return JSON.parse(this._text) }
  }
  class Request {
    constructor(url, init = {}) {
      this.url = String(url)
      this.method = (init.method ?? "GET").toUpperCase()
      this.headers = new Headers(init.headers)
      // A cache mode of a GET becomes a parameter.
      if (/^(?:GET|HEAD)$/.test(this.method) && /^no-(?:store|cache)$/.test(init.cache ?? "")) {
        this.url += (this.url.includes("?") ? "&" : "?") + "_=" + new Date().getTime()
      }
    }
  }
  const fetch = (input, init = {}) => new Promise((resolve, reject) => {
    const request = new Request(input, init)
    const abort = () => reject(new DOMException("Aborted", "AbortError"))
    if (init.signal?.aborted) return abort()
    init.signal?.addEventListener("abort", abort)
    native.send(request.method, request.url, JSON.stringify(request.headers.map), init.body, (status, headers, body) => {
      if (status === -1) reject(new TypeError("Network request failed"))
      else resolve(new Response(body, { status, headers: JSON.parse(headers) }))
    })
  })
  return { fetch, Headers, Request, Response }
}`

/** The `abort-controller` package: signals have neither a reason nor static methods. Expo adds `timeout` and `any`. */
const abortSource = `() => {
  class AbortSignal {
    constructor() { this.aborted = false; this.listeners = new Set() }
    addEventListener(type, listener) { this.listeners.add(listener) }
    removeEventListener(type, listener) { this.listeners.delete(listener) }
  }
  class AbortController {
    constructor() { this.signal = new AbortSignal() }
    abort() {
      if (this.signal.aborted) return
      this.signal.aborted = true
      ;[...this.signal.listeners].forEach((listener) => listener({ type: "abort" }))
    }
  }
  return { AbortController, AbortSignal }
}`

/** Creates the realm. Returns its global object, and a function that runs a script in it. */
export const makeRealm = (native: Native) => {
  const global: Record<string, unknown> = {}
  const context = createContext(global, { codeGeneration: { strings: false, wasm: false } })
  const run = (code: string): unknown => runInContext(code, context)
  for (const path of removed) {
    run(`delete globalThis.${path}`)
    if (run(`globalThis.${path}`) !== undefined) throw new Error(`${path} cannot be removed`)
  }
  const make = (source: string, ...args: ReadonlyArray<unknown>) =>
    (run(source) as (...args: ReadonlyArray<unknown>) => object)(...args)
  Object.assign(global, {
    // Hermes
    TextEncoder,
    atob,
    btoa,
    // Expo
    URL,
    URLSearchParams,
    TextDecoder,
    DOMException,
    structuredClone: (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown,
    // React Native
    setTimeout: (f: () => void, delay: number) => Number(setTimeout(f, delay)),
    clearTimeout: (timer: number) => clearTimeout(timer),
    setInterval: (f: () => void, delay: number) => Number(setInterval(f, delay)),
    clearInterval: (timer: number) => clearInterval(timer),
    setImmediate: (f: () => void) => void setImmediate(f),
    clearImmediate: () => {},
    queueMicrotask,
    requestAnimationFrame: (f: () => void) => Number(setTimeout(f, 16)),
    cancelAnimationFrame: (timer: number) => clearTimeout(timer),
    console,
    performance: { now: () => performance.now() },
    navigator: { product: "ReactNative" },
    process: { env: { NODE_ENV: "production" } },
    FormData: class {},
    Blob: class {},
    global,
    window: global,
    self: global,
    alert: () => {},
    ...make(abortSource),
    ...make(fetchSource, native),
    // The native part of the fake modules of Expo.
    native: {
      randomByte: () => randomBytes(1)[0],
      ...native
    }
  })
  return { global, run }
}
