// @vitest-environment jsdom
import { assert, describe, it, vi } from "@effect/vitest"
import { fireEvent, within } from "@testing-library/dom"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { ApiKeys, Resources, Sessions, Transport, TransportFailure } from "latchkey"
import {
  ApiKeysSettings,
  ConnectedAccountsSettings,
  defaultTexts,
  SessionsSettings,
  TestAuthProvider,
  testResource,
  testState,
  type TextOverrides
} from "latchkey/react"
import { OAuthProviders as ServerProviders } from "latchkey/server"
import { renderToStaticMarkup } from "react-dom/server"
import { device, on, signIn, signUp } from "../../emulator/support.ts"
import { gone, layer } from "../../pages/support.ts"
import {
  alert,
  enter,
  faults,
  field,
  focused,
  html,
  mount,
  pkce,
  press,
  settle,
  text,
  type,
  visibleText
} from "../pages/support.tsx"
import { confirm, hasPart, me, part, refreshed, shownTo } from "./support.tsx"

const session = (given: Partial<Sessions.UserSession>): Sessions.UserSession => ({
  id: "1",
  userId: "ada",
  createdAt: new Date("2026-11-01T09:00:00"),
  isImpersonation: false,
  isCurrentSession: false,
  ...given
})

const sessions = () => part("sessions").getAllByRole("listitem")

/** Shows a user with sessions on this device and on two others. */
const onThreeDevices = Effect.gen(function*() {
  yield* signUp()
  yield* signIn().pipe(on(yield* device()))
  yield* signIn().pipe(on(yield* device()))
  const app = yield* mount(<SessionsSettings />)
  yield* text("This device")
  return app
})

describe("SessionsSettings", () => {
  const render = (
    given: ReadonlyArray<Partial<Sessions.UserSession>>,
    texts?: TextOverrides,
    use?: Sessions.FoundUse
  ) =>
    renderToStaticMarkup(
      <TestAuthProvider
        user={{}}
        texts={texts}
        resources={[
          testResource(Resources.sessions, given.map((each, index) => session({ id: `${index}`, ...each }))),
          testResource(Resources.foreignUse, use)
        ]}
      >
        <SessionsSettings />
      </TestAuthProvider>
    ).replaceAll("\u202f", " ")

  /** Returns the texts of the rows, with a space between the parts. */
  const rowsOf = (markup: string): ReadonlyArray<string> =>
    markup.match(/<li .+?<\/li>/g)!.map((row) => row.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ").trim())

  const vienna = { ip: "192.0.2.7", cityName: "Vienna", countryCode: "AT" }

  it("titles other sessions with the place, the IP address or the date, whichever is known", () => {
    const given = [
      { lastUsedAt: new Date("2026-11-20T10:30:00"), lastUsedAtEndUserIpInfo: vienna },
      { lastUsedAtEndUserIpInfo: { ip: "192.0.2.8", countryCode: "??" } },
      { lastUsedAtEndUserIpInfo: { ip: "2001:db8::1" } },
      { isImpersonation: true, lastUsedAt: new Date("2026-11-02T10:30:00") }
    ]
    assert.sameMembers([...rowsOf(render(given))], [
      "Vienna, Austria 192.0.2.7 Last active Nov 20, 2026 Sign out",
      "?? 192.0.2.8 Signed in Nov 1, 2026 Sign out",
      "2001:db8::1 Signed in Nov 1, 2026 Sign out",
      "Signed in Nov 1, 2026 Opened by an administrator Last active Nov 2, 2026 Sign out"
    ])
    assert.include(render(given, { locale: { language: "de" } }), "Vienna, Österreich")
    assert.include(render(given), "<bdi dir=\"ltr\">2001:db8::1</bdi>")
  })

  it("warns of another device's use in this device's row, with a button that ends the session", () => {
    const lyon = { ip: "192.0.2.9", cityName: "Lyon", countryCode: "FR" }
    const at = new Date("2026-11-30T03:12:00")
    const given = [{ isCurrentSession: true }, {}]
    const [own, other] = rowsOf(render(given, undefined, { sessionId: "0", at, place: lyon }))
    assert.include(own, "Used from Lyon, France on Nov 30, 2026, 3:12 AM, not by this device End this session")
    assert.notInclude(other, "Used")
    assert.include(
      render(given, undefined, { sessionId: "0", at, place: undefined }),
      "Used on Nov 30, 2026, 3:12 AM, not by this device"
    )
    assert.notInclude(render(given, undefined, { sessionId: "another", at, place: lyon }), "Used")
  })

  it("lists this device first, and then the sessions by their last activity", () => {
    const shown = rowsOf(render([
      { lastUsedAt: new Date("2026-11-02T10:30:00"), lastUsedAtEndUserIpInfo: { ip: "192.0.2.2" } },
      { lastUsedAt: new Date("2026-11-20T10:30:00"), lastUsedAtEndUserIpInfo: { ip: "192.0.2.20" } },
      { isCurrentSession: true, lastUsedAtEndUserIpInfo: vienna }
    ]))
    assert.deepStrictEqual(shown.map((row) => row.slice(0, 15)), [
      "Vienna, Austria",
      "192.0.2.20 Last",
      "192.0.2.2 Last "
    ])
    assert.include(shown[0], "This device 192.0.2.7 Active now")
  })

  it("explains an empty list of sessions", () => {
    assert.include(render([]), "The devices where you sign in appear here.")
  })

  it.effect("shows the browser and system of this device, and how long ago another one was active", () =>
    Effect.gen(function*() {
      const userAgent = vi.spyOn(navigator, "userAgent", "get").mockReturnValue(
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36"
      )
      yield* Effect.addFinalizer(() => Effect.sync(() => userAgent.mockRestore()))
      yield* signUp()
      yield* signIn().pipe(on(yield* device()))
      yield* TestClock.adjust("2 hours")
      yield* mount(<SessionsSettings />)
      yield* text("Chrome on macOS")
      const [own, other] = sessions()
      assert.include(own!.textContent, "This device")
      const time = within(other!).getByText("Last active 2 hours ago")
      assert.strictEqual(time.tagName, "TIME")
      const { lastUsedAt } = (yield* Sessions.list).find(({ isCurrentSession }) => !isCurrentSession)!
      assert.strictEqual(time.getAttribute("datetime"), lastUsedAt!.toISOString())
      assert.strictEqual(time.title, defaultTexts.locale.dateTime(lastUsedAt!))
      assert.deepStrictEqual(yield* faults, [])
    }).pipe(Effect.scoped, Effect.provide(layer())))

  it.effect("shows the error of a session's sign-out in its row", () =>
    Effect.gen(function*() {
      const transport = yield* Transport
      const scripted: typeof Transport.Service = (request) =>
        request.method === "DELETE"
          ? Effect.succeed({ status: 403, header: () => undefined, body: "" })
          : transport(request)
      yield* Effect.gen(function*() {
        yield* onThreeDevices
        within(sessions()[1]!).getByRole("button").click()
        yield* settle
        yield* alert
        assert.isNotNull(within(sessions()[1]!).getByRole("alert"))
        assert.lengthOf(within(document.body).getAllByRole("alert"), 1)
      }).pipe(Effect.provideService(Transport, scripted))
    }).pipe(Effect.provide(layer())))

  it("renders skeletons while the sessions load, and the error with a button to retry", () => {
    const render = (state: Parameters<typeof testState<ReadonlyArray<Sessions.UserSession>, never>>[1]) =>
      renderToStaticMarkup(
        <TestAuthProvider user={{}} resources={[testState(Resources.sessions, state)]}>
          <SessionsSettings />
        </TestAuthProvider>
      )
    assert.include(render({ _tag: "Pending" }), "data-latchkey=\"skeleton\"")
    const failed = render({ _tag: "Failed", cause: Cause.die("broken"), isRefreshing: false })
    assert.include(failed, "Something went wrong. Try again.")
    assert.include(failed, "button retry")
  })

  it.effect("SessionsSettings: ends another session and keeps the current one", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* signIn().pipe(on(yield* device()))
      yield* mount(<SessionsSettings />)
      yield* text("This device")
      assert.lengthOf(sessions(), 2)
      const end = part("sessions").getAllByRole("button")
      assert.lengthOf(end, 1)
      assert.deepStrictEqual(yield* faults, [])
      end[0]!.click()
      yield* refreshed
      assert.lengthOf(yield* Sessions.list, 1)
      assert.lengthOf(sessions(), 1)
    }).pipe(Effect.provide(layer())))

  it.effect("ends all other sessions after a confirmation", () =>
    Effect.gen(function*() {
      yield* onThreeDevices
      yield* press("Sign out of all other sessions")
      yield* text("You'll stay signed in on this device.")
      assert.lengthOf(yield* Sessions.list, 3)
      yield* confirm
      assert.deepStrictEqual((yield* Sessions.list).map(({ isCurrentSession }) => isCurrentSession), [true])
      assert.lengthOf(sessions(), 1)
    }).pipe(Effect.provide(layer())))

  it.effect("ends the other sessions one after another, and keeps the sessions whose call failed", () =>
    Effect.gen(function*() {
      const transport = yield* Transport
      let failing = ""
      let running = 0
      let mostRunning = 0
      const scripted: typeof Transport.Service = (request) =>
        request.method !== "DELETE" ? transport(request) : Effect.suspend(() => {
          mostRunning = Math.max(mostRunning, ++running)
          return request.url.includes(failing)
            ? Effect.fail(new TransportFailure({ message: "Connection reset", tooLarge: false }))
            : Effect.andThen(settle, transport(request))
        }).pipe(Effect.ensuring(Effect.sync(() => running--)))
      yield* Effect.gen(function*() {
        yield* onThreeDevices
        const others = (yield* Sessions.list).filter(({ isCurrentSession }) => !isCurrentSession)
        failing = others[0]!.id
        yield* press("Sign out of all other sessions")
        yield* settle
        yield* confirm
        for (let count = 0; count < 5; count++) yield* Effect.andThen(TestClock.adjust("1 minute"), settle)
        assert.match(yield* alert, /^We can't reach the server/)
      }).pipe(Effect.provideService(Transport, scripted))
      assert.deepStrictEqual(
        (yield* Sessions.list).flatMap(({ id, isCurrentSession }) => isCurrentSession ? [] : [id]),
        [failing]
      )
      assert.strictEqual(mostRunning, 1)
    }).pipe(Effect.provide(layer())))
})

describe("ApiKeysSettings", () => {
  const withKeys = layer({ config: { allowUserApiKeys: true } })

  it.effect("creates an API key, which is shown until the user is done, and revokes it", () =>
    Effect.gen(function*() {
      yield* shownTo(<ApiKeysSettings />)
      yield* text("Use API keys to connect your own scripts and tools.")
      yield* press("Create API key")
      yield* settle
      assert.strictEqual(focused(), field("Description"))
      assert.deepStrictEqual(yield* faults, [])
      yield* type("Description", "Backups")
      yield* enter("Description")
      yield* text(/^Copy your new API key/)
      yield* refreshed
      const key = document.querySelector("[data-latchkey~=new-key] code")!.textContent
      assert.isAbove(key.length, 20)
      assert.strictEqual(focused(), document.querySelector("[data-latchkey~=new-key]"))
      assert.deepStrictEqual(yield* faults, [])
      yield* press("Done")
      yield* settle
      assert.notInclude(html(), key)
      yield* text(`Ends in ${key.slice(-4)}`)
      yield* press("Revoke")
      yield* text("Programs that use this key will stop working. This can't be undone.")
      yield* settle
      assert.isUndefined((yield* ApiKeys.list())[0]!.manuallyRevokedAt)
      yield* confirm
      yield* text("Revoked")
      assert.isFalse(hasPart("revoke"))
    }).pipe(Effect.provide(withKeys)))

  it.effect("creates a key that expires, and marks it afterwards", () =>
    Effect.gen(function*() {
      // A mounted app would read the cookies every 100 ms for 30 days.
      yield* Effect.scoped(Effect.gen(function*() {
        yield* shownTo(<ApiKeysSettings />)
        yield* press("Create API key")
        yield* settle
        yield* type("Description", "Backups")
        yield* Effect.promise(async () => void fireEvent.change(field("Expires"), { target: { value: "30" } }))
        yield* enter("Description")
        yield* refreshed
        const [key] = yield* ApiKeys.list()
        assert.strictEqual(key!.expiresAt!.getTime() - key!.createdAt.getTime(), 30 * 86_400_000)
        yield* text(/^Expires /)
        assert.isFalse(hasPart("badge"))
      }))
      yield* TestClock.adjust("30 days")
      yield* mount(<ApiKeysSettings />)
      yield* text("Expired")
      assert.isFalse(hasPart("revoke"))
    }).pipe(Effect.provide(withKeys)))

  it.effect("shows at the field that the description is missing", () =>
    Effect.gen(function*() {
      yield* shownTo(<ApiKeysSettings />)
      yield* press("Create API key")
      yield* settle
      yield* enter("Description")
      assert.strictEqual(yield* alert, "Fill in this field.")
    }).pipe(Effect.provide(withKeys)))

  it.effect("renders nothing if the project does not allow it", () =>
    Effect.gen(function*() {
      const { container } = yield* shownTo(<ApiKeysSettings />)
      yield* refreshed
      assert.strictEqual(container.innerHTML, "")
    }).pipe(Effect.provide(layer({ config: { allowUserApiKeys: false } }))))
})

describe("ConnectedAccountsSettings", () => {
  /** Connects an account to the signed-in user. */
  const connect = (accountId: string, email: string | undefined, allowSignIn = false) =>
    Effect.flatMap(me, ({ id }) =>
      ServerProviders.create({
        userId: id,
        providerConfigId: "github",
        accountId,
        email,
        allowSignIn,
        allowConnectedAccounts: true
      }))
  const rows = () => part("connected-accounts").queryAllByRole("listitem").map(({ textContent }) => textContent)

  it.effect("connects an account by a redirect to the provider", () =>
    Effect.gen(function*() {
      yield* shownTo(<ConnectedAccountsSettings />)
      yield* text("Connect an account to sign in with it.")
      assert.deepStrictEqual(yield* faults, [])
      assert.deepStrictEqual(
        part("connect-actions").getAllByRole("button").map(visibleText),
        ["Connect GitHub", "Connect Google"]
      )
      yield* press("Connect GitHub")
      yield* refreshed
      const [url] = yield* gone
      assert.include(url, "/auth/oauth/authorize/github")
      assert.include(url, "type=link")
    }).pipe(pkce, Effect.provide(layer({ config: { oauthProviders: ["github", "google"] } }))))

  it.effect("disconnects an account after a confirmation", () =>
    Effect.gen(function*() {
      yield* signUp()
      yield* connect("1", "ada@github.example")
      yield* connect("2", "countess@github.example")
      yield* mount(<ConnectedAccountsSettings />)
      yield* text("countess@github.example")
      assert.lengthOf(rows(), 2)
      assert.isNull(within(document.body).queryByText("Connect GitHub"))
      const [, second] = part("connected-accounts").getAllByRole("listitem")
      within(second!).getByRole("button", { name: "Disconnect", description: "GitHub" }).click()
      yield* settle
      yield* text("You won't be able to sign in with GitHub anymore.")
      assert.deepStrictEqual(yield* faults, [])
      yield* confirm
      assert.lengthOf(rows(), 1)
      assert.include(rows()[0], "ada@github.example")
      assert.deepStrictEqual((yield* me).oauthProviders.map(({ accountId }) => accountId), ["1"])
    }).pipe(Effect.provide(layer({ config: { oauthProviders: ["github"] } }))))

  it.effect("renders nothing without providers", () =>
    Effect.gen(function*() {
      const { container } = yield* shownTo(<ConnectedAccountsSettings />)
      yield* refreshed
      assert.strictEqual(container.innerHTML, "")
    }).pipe(Effect.provide(layer({ config: { oauthProviders: [] } }))))
})
