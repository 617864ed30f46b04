/**
 * Equivalent mutants: the changed code behaves the same, so no test can find them. Each entry was reviewed and has a
 * reason.
 *
 * An entry that matches no mutant is an error, so that the list stays current: `npm run check` looks for its line, and
 * `npm run mutate` for its change.
 */

export interface Equivalent {
  /** The path of the module in the repository. */
  readonly file: string
  /** The first line of the mutant, without indentation. */
  readonly line: string
  /** The change as shown in the report. */
  readonly change: string
  /** Why the behavior is the same. */
  readonly reason: string
}

type Entry = readonly [line: string, change: string, reason: string]

const entriesOfFile = (file: string, entries: ReadonlyArray<Entry>): ReadonlyArray<Equivalent> =>
  entries.map(([line, change, reason]) => ({ file, line, change, reason }))

export const equivalents: ReadonlyArray<Equivalent> = [
  ...entriesOfFile("src/auth/Anonymous.ts", [
    [`"anonymous",`, `"anonymous" → "anonymousx"`, "any text that no other call uses tells its calls apart"]
  ]),
  ...entriesOfFile("src/auth/Totp.ts", [
    [
      "const [issuedBy, label] = yield* Effect.forEach(fetches, (fetch) => fetch, { concurrency: 2 })",
      "2 → 3",
      "there are two effects"
    ],
    [
      "[0, -1, 1].some((step) => totp.generate({ timestamp: now + step * 30_000 }) === given))",
      "now + step * 30_000 → now - step * 30_000",
      "the steps are the same on both sides"
    ]
  ]),
  ...entriesOfFile("src/auth/cliLogin/confirm.ts", [
    [
      `secretOf(parse(address, "https://app.invalid"), "login_code")`,
      `"https://app.invalid" → "https://app.invalidx"`,
      "only the query of the address is read"
    ],
    [
      "/^.{3}(?=.)/,",
      "/^.{3}(?=.)/ → /.{3}(?=.)/",
      "only the first match is replaced, and letters and digits match from the start"
    ]
  ]),
  ...entriesOfFile("src/auth/cliLogin/login.ts", [
    [
      "return page !== undefined && /^https?:$/.test(page.protocol) ? page : undefined",
      "/^https?:$/ → /^https?:/",
      "the protocol of a URL has its only colon at its end"
    ]
  ]),
  ...entriesOfFile("src/auth/persistedStep.ts", [
    [
      `if (typeof expiresAt !== "number" || !Number.isInteger(expiresAt) || expiresAt <= now) return undefined`,
      `typeof expiresAt !== "number" || !Number.isInteger(expiresAt) → !Number.isInteger(expiresAt)`,
      "only a number is an integer; the check of the type is for the compiler"
    ]
  ]),
  ...entriesOfFile("src/auth/mfa/prompt.ts", [
    [
      `(totp) => continuation.complete(totp ?? Redacted.make(""))`,
      `"" → "x"`,
      "both are refused before anything is sent, as no code of six digits"
    ]
  ]),
  ...entriesOfFile("src/navigation/sameOrigin.ts", [
    [
      "const isOwn = url !== undefined && /^https?:$/.test(url.protocol) && url.origin === parse(page)?.origin",
      "/^https?:$/ → /^https?:/",
      "the protocol of a URL has its only colon at its end"
    ]
  ]),
  ...entriesOfFile("src/cache/Cache.ts", [
    [
      "refresh: () => isClosed ? undefined : entryOf(resource).request()",
      "isClosed → false",
      "an entry of a closed cache fetches nothing; this saves an entry"
    ],
    [
      "subscribe: (listener) => isClosed ? () => {} : entryOf(resource).subscribe(listener),",
      "isClosed → false",
      "an entry of a closed cache fetches nothing, so the listener is never called; this saves an entry"
    ],
    ["entries.clear()", "entries.clear() → removed", "a closed cache reads none of its entries; this saves memory"],
    [
      "return Effect.forEach(disposals, (disposal) => disposal, { discard: true })",
      "{ discard: true } → { }",
      "the result of a finalizer is not used"
    ],
    [
      "return Effect.forEach(disposals, (disposal) => disposal, { discard: true })",
      "true → false",
      "the result of a finalizer is not used"
    ]
  ]),
  ...entriesOfFile("src/cache/cacheSession.ts", [
    [
      `if (state._tag === "Loading") return`,
      `state._tag === "Loading" → false`,
      "a session reads its store before it calls a listener; the check is for the types"
    ],
    [
      "listeners.clear()",
      "listeners.clear() → removed",
      "a closed cache follows no session, so that it tells them nothing; this saves memory"
    ],
    ["stop = undefined", "stop = undefined → removed", "a subscription that has ended can be ended once more"]
  ]),
  ...entriesOfFile("src/cache/CacheEntry.ts", [
    ...["delay >= 0", "true"].map((change): Entry => [
      "if (delay > 0) yield* Effect.sleep(delay)",
      `delay > 0 → ${change}`,
      "a sleep of 0 ms or less ends immediately"
    ]),
    [
      "started.addObserver(() => running.delete(started))",
      "started.addObserver(() => running.delete(started)) → removed",
      "awaiting an ended fiber returns immediately; this saves memory"
    ]
  ]),
  ...entriesOfFile("src/cache/EntryState.ts", [
    ["run: 0,", "0 → 1", "runs are only compared with each other"],
    ["starts: 0,", "0 → 1", "starts are only compared with each other"]
  ]),
  ...entriesOfFile("src/call/Transport.ts", [
    [
      `if (!body || (length <= limit && !headers.has("content-encoding") && type !== "cors")) {`,
      `!body || (length <= limit && !headers.has("content-encoding") && type !== "cors") → !body`,
      "both ways read the same text up to the same limit; this one is faster"
    ],
    [
      `if (!body || (length <= limit && !headers.has("content-encoding") && type !== "cors")) {`,
      "length <= limit → length < limit",
      "both ways read the same text up to the same limit; this one is faster"
    ]
  ]),
  ...entriesOfFile("src/call/interpretReply.ts", [
    [
      "const collectSecrets = (value: unknown, depth = 0): ReadonlyArray<unknown> =>",
      "0 → 1",
      "no description has a redacted text 8 levels deep"
    ],
    ...[
      `typeof value === "object" && value !== null && depth < 8 → typeof value === "object" && value !== null`,
      "depth < 8 → depth <= 8",
      "8 → 16"
    ].map((change): Entry => [
      `: typeof value === "object" && value !== null && depth < 8`,
      change,
      "no description has a redacted text below 8 levels; the limit saves time"
    ]),
    ...["collectSecrets(each, depth + 1) → collectSecrets(each)", "depth + 1 → depth - 1"].map((change): Entry => [
      "? Object.values(value).flatMap((each) => collectSecrets(each, depth + 1))",
      change,
      "no description has a redacted text below 8 levels; the limit saves time"
    ])
  ]),
  ...entriesOfFile("src/call/call.ts", [
    [
      "return Effect.succeed(provided[0] && ((effect) => Effect.updateContext(effect, addMissing)))",
      "provided[0] && ((effect) => Effect.updateContext(effect, addMissing)) → (effect) => Effect.updateContext(effect, addMissing)",
      "without references, nothing is added to a context; the check saves time"
    ]
  ]),
  ...entriesOfFile("src/call/recover.ts", [
    [
      `if (tokens !== undefined) outcome = detectClockSkew(outcome, "ACCESS_TOKEN_EXPIRED")`,
      "tokens !== undefined → true",
      "without tokens, a sign-in has none that could expire, and the sign-out declares the error"
    ]
  ]),
  ...entriesOfFile("src/call/diagnostics.ts", [
    [
      "[apiRoot, health].some((found) => /^(ok|status)/.test(found))",
      "/^(ok|status)/ → /(ok|status)/",
      "the texts of a missing answer hold neither word"
    ],
    [
      `Effect.forEach(["/health", "/api/v1"], probe, { concurrency: 2 }),`,
      "2 → 3",
      "there are two effects"
    ]
  ]),
  ...entriesOfFile("src/call/interpret.ts", [
    [
      "const known = declared ?? getErrorClass(code, status)",
      "declared ?? getErrorClass(code, status) → getErrorClass(code, status)",
      "the class of a declared error is in the program, and found by its code"
    ],
    [`const serverTime = Date.parse(response.header("date") ?? "")`, `"" → "x"`, "neither text is a date"]
  ]),
  ...entriesOfFile("src/call/interpretSuccess.ts", [
    [
      `: /^text\\/plain\\b/i.test(response.header("content-type") ?? "")`,
      `"" → "x"`,
      "neither text is the type of plain text"
    ]
  ]),
  ...entriesOfFile("src/call/retry.ts", [
    ["let failedAt = 0", "0 → 1", "the first outcome sets it before it is used"]
  ]),
  ...entriesOfFile("src/navigation/Navigation.ts", [
    [
      `yield* check("urls.handler", !/[?#]/.test(given.handler ?? ""), "must not have a query or a hash")`,
      `"" → "x"`,
      "any text without ? and # passes the check"
    ],
    [
      `const url = new URL(path, "https://app.invalid")`,
      `"https://app.invalid" → "https://app.invalidx"`,
      "only the part after the origin is used"
    ]
  ]),
  ...entriesOfFile("src/hosts/RequestHost.ts", [
    [
      `const isOrigin = (address: string): boolean => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)`,
      "/^https?:$/ → /^https?:/",
      "the protocol of a URL has its only colon at its end"
    ]
  ]),
  ...entriesOfFile("src/navigation/Urls.ts", [
    [
      `const here = parse(address, "https://app.invalid")`,
      `"https://app.invalid" → "https://app.invalidx"`,
      "a relative address and the handler are resolved against the same origin, whatever it is"
    ],
    [
      `const rest = prefix === "/" ? path : path.startsWith(\`\${prefix}/\`) ? path.slice(prefix.length) : ""`,
      `"" → "x"`,
      "the first character is cut off in the next line"
    ],
    [") return -1", "1 → 2", "all that is not above -1 is no match"],
    [": -1", "1 → 2", "all that is not above -1 is no match"]
  ]),
  ...entriesOfFile("src/navigation/sameOrigin.ts", [
    ...["one", "another"].map((name): Entry => [
      `const [one, another] = ["one", "another"].map((name) => {`,
      `"${name}" → "${name}x"`,
      "any two hosts that cannot exist show the same"
    ]),
    [
      "return url?.host === `${name}.invalid` && isPlain(url) ? url : undefined",
      "url?.host === `${name}.invalid` && isPlain(url) → url?.host === `${name}.invalid`",
      "an address with a protocol, a name or a password names a host, and cannot name both"
    ],
    [
      "const url = one !== undefined && another !== undefined",
      "one !== undefined && another !== undefined → another !== undefined",
      "differs only for a page on the host another.invalid, which cannot exist"
    ]
  ]),
  ...entriesOfFile("src/session/StoreQueue.ts", [
    ["let writeMoments = 0", "0 → 1", "the moments are only compared with each other"],
    ["let operations = 0", "0 → 1", "the numbers of reads and writes are only compared with each other"],
    ["let observed = 0", "0 → 1", "the first number is 1, and is not below it"],
    [
      "const isOutdated = (moment: number, operation: number): boolean => writeMoments !== moment || operation < observed",
      "operation < observed → operation <= observed",
      "every read and every write has a number of its own"
    ],
    [
      "operation = ++operations",
      "++operations → --operations",
      "the number is that of the last read before the write, which the moments show as outdated"
    ]
  ]),
  ...entriesOfFile("src/session/RequestTokenStore.ts", [
    [
      `/^bearer +([\\w.~+/-]+=*) *$/i.exec(header(headers, "authorization") ?? "")?.[1] ?? ""`,
      `"" → "x"`,
      "neither text is a header with a token, nor a token of a project"
    ],
    [
      `return atob(text.replace(/=+$/, "").replaceAll("-", "+").replaceAll("_", "/"))`,
      "/=+$/ → /=+/",
      "a bearer token has equals signs only at its end"
    ],
    [`return ""`, `"" → "x"`, "neither text is JSON"],
    [
      "const [, encoded] = /^(?:stackauth|hexclave)_(.*)$/.exec(bearer) ?? []",
      "/^(?:stackauth|hexclave)_(.*)$/ → /^(?:stackauth|hexclave)_(.*)/",
      "a bearer token has no line break, so that the pattern matches to its end"
    ],
    [
      `for (const json of [decodeBase64(encoded ?? ""), header(headers, authHeader) ?? ""]) {`,
      `"" → "x"`,
      "neither text is JSON, nor Base64 of JSON"
    ]
  ]),
  ...entriesOfFile(
    "src/session/tokenState.ts",
    [
      "last !== undefined && (last.token === token || Redacted.value(last.token) === (token && Redacted.value(token))) → false",
      "last.token === token || Redacted.value(last.token) === (token && Redacted.value(token)) → Redacted.value(last.token) === (token && Redacted.value(token))"
    ].map((change): Entry => [
      "return last !== undefined && (last.token === token || Redacted.value(last.token) === (token && Redacted.value(token)))",
      change,
      "the same text is parsed to the same token; this saves time"
    ])
  ),
  ...entriesOfFile("src/session/SessionState.ts", [
    [
      "return current !== undefined && isSameSession(current, tokens)",
      "current !== undefined && isSameSession(current, tokens) → isSameSession(current, tokens)",
      "an event always has tokens, which are not the same as none"
    ]
  ]),
  ...entriesOfFile(
    "src/session/cookieBackend.ts",
    ["{ discard: true } → { }", "true → false"].map((change): Entry => [
      "yield* Effect.forEach(names, cookies.remove, { discard: true })",
      change,
      "the result is not used"
    ])
  ),
  ...entriesOfFile("src/session/batch.ts", [
    ["let count = 0", "0 → 1", "the numbers of batches only tell them apart"],
    [
      "const own = batches.get(name) ?? { key: `${name}#${count++}`, items: [] }",
      "count++ → count--",
      "the numbers of batches only tell them apart"
    ]
  ]),
  ...entriesOfFile("src/session/apiUrl.ts", [
    [
      `const { hash, hostname = "", password, pathname = "", protocol, search, username } = url ?? {}`,
      `"" → "x"`,
      "a URL always has a host name and a path, and without a URL the first check fails"
    ]
  ]),
  ...entriesOfFile("src/session/readVariables.ts", [
    [
      `return isObject(headers) ? headers as Record<string, string> : { "": "" }`,
      `"" → "x"`,
      "a header without a name is rejected with any value"
    ]
  ]),
  ...entriesOfFile("src/session/sessionCookies.ts", [
    [
      `const bare = name.replace(/^__Host-/, "").replace(/^hexclave-/, "stack-")`,
      "/^hexclave-/ → /hexclave-/",
      "the replacement begins with stack-, which is in no name but at its beginning"
    ],
    [
      `const [, letters = ""] = /--custom-(\\w+)$/.exec(name.toLowerCase()) ?? []`,
      `"" → "x"`,
      "one letter holds no byte"
    ],
    ["let rest = 0", "0 → 1", "the bit is cut off before the first byte is taken"],
    [
      "const getIssuedAt = (accessToken: string): number => AccessToken.parse(Redacted.make(accessToken))?.issuedAtMillis ?? 1",
      "1 → 2",
      "it is compared with 0 and with times of today"
    ]
  ])
]
