// @vitest-environment jsdom
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Redacted from "effect/Redacted"
import { CurrentUser, Password, Teams } from "latchkey"
import { type Action, AuthProvider, type ProvidedServices, reveal, useAction, useTeams, useUser } from "latchkey/react"
import * as React from "react"
import { type ReactNode, StrictMode, Suspense, useEffect } from "react"
import {
  act,
  Activity,
  Catch,
  errorsAreMeant,
  isReact18,
  makeRoot,
  makeWorld,
  password,
  reactTests,
  settle
} from "./support.tsx"

reactTests()

class Refused extends Data.TaggedError("Refused")<{ readonly message: string }> {}

/** A component whose action the test holds, and which renders the state if it subscribes. */
const begin = async (
  effect: (input: string) => Effect.Effect<string, Refused, ProvidedServices>,
  { looks = true, Wrap = StrictMode }: { readonly looks?: boolean; readonly Wrap?: React.ElementType } = {}
) => {
  const world = makeWorld()
  const layer = world.layer()
  const presented: Array<unknown> = []
  let action: Action<[input: string], string, Refused> | undefined
  const Component = ({ effect: given }: { readonly effect: typeof effect }) => {
    const mine = useAction(given)
    useEffect(() => {
      action = mine
    })
    return looks ? <>{JSON.stringify(mine.state)}</> : null
  }
  const root = makeRoot()
  const show = (children: ReactNode) =>
    root.render(
      <Wrap>
        <AuthProvider layer={layer} onError={(error) => void presented.push(error)}>
          <Catch>{children}</Catch>
        </AuthProvider>
      </Wrap>
    )
  await show(<Component effect={effect} />)
  return {
    world,
    root,
    presented,
    show,
    Component,
    action: () => action!,
    /** Runs the action, and returns its result so far. */
    run: async (input: string) => {
      const exits: Array<Exit.Exit<string, Refused>> = []
      await act(() => void action!.run(input).then((exit) => exits.push(exit)))
      return exits
    },
    state: () => JSON.parse(root.text())
  }
}

/** A component whose action is an effect. */
const Plain = ({ effect }: { readonly effect: Effect.Effect<string, Refused, ProvidedServices> }) => {
  const { run, state } = useAction(effect)
  return <button onClick={run}>{JSON.stringify(state)}</button>
}

const slowly = (input: string) => Effect.delay(Effect.succeed(input.toUpperCase()), 1000)
const refuse = (message: string) => Effect.delay(Effect.fail(new Refused({ message })), 1000)

describe("useAction", () => {
  it("reports the progress and the result", async () => {
    const { run, state, world } = await begin(slowly)
    assert.deepStrictEqual(state(), { _tag: "Idle" })
    const exits = await run("a")
    assert.deepStrictEqual(state(), { _tag: "Pending" })
    await world.advance(1000)
    assert.deepStrictEqual(state(), { _tag: "Success", value: "A" })
    assert.deepStrictEqual(exits, [Exit.succeed("A")])
  })

  it("accepts an effect, and runs the one rendered last", async () => {
    const { root, show, world } = await begin(slowly)
    await show(<Plain effect={Effect.die("an effect of the past")} />)
    await show(<Plain effect={slowly("now")} />)
    await act(() => root.container.querySelector("button")!.click())
    assert.strictEqual(root.text(), `{"_tag":"Pending"}`)
    await world.advance(1000)
    assert.strictEqual(root.text(), `{"_tag":"Success","value":"NOW"}`)
  })

  it("returns the original error of the effect, and never rejects", async () => {
    const { action, presented, run, world } = await begin(refuse)
    const exits = await run("No")
    await world.advance(1000)
    const { state } = action()
    assert.deepStrictEqual(exits, [Exit.fail(new Refused({ message: "No" }))])
    assert.strictEqual(
      state._tag === "Failure" && state.error,
      Cause.squash((exits[0] as Exit.Failure<string, Refused>).cause)
    )
    assert.deepStrictEqual(presented, [])
  })

  it("passes a failure to the reporter if no component reads the state", async () => {
    const { presented, run, world } = await begin(refuse, { looks: false })
    await run("No")
    await world.advance(1000)
    assert.deepStrictEqual(presented, [new Refused({ message: "No" })])
  })

  it("passes a defect of the effect to the reporter, and is idle again", async () => {
    const defect = new Error("A bug")
    const { presented, run, state } = await begin(() => Effect.die(defect))
    assert.deepStrictEqual(await run(""), [Exit.die(defect)])
    assert.deepStrictEqual(presented, [defect])
    assert.deepStrictEqual(state(), { _tag: "Idle" })
  })

  it("passes an exception of a function that should return an effect to the reporter", async () => {
    const defect = new Error("A bug")
    const { presented, run } = await begin(() => {
      throw defect
    })
    await run("")
    assert.deepStrictEqual(presented, [defect])
  })

  it("throws errors meant for the framework during render", async () => {
    errorsAreMeant()
    const word = Object.assign(new Error("A redirect"), { digest: "NEXT_REDIRECT;push;/;307;" })
    const { presented, root, run } = await begin(() => Effect.die(word))
    await run("")
    assert.strictEqual(root.text(), "caught A redirect")
    assert.deepStrictEqual(presented, [])
  })

  it("interrupts the previous run: the newest wins", async () => {
    const { run, state, world } = await begin(slowly)
    const first = await run("a")
    await world.advance(500)
    const second = await run("b")
    assert.isTrue(Exit.hasInterrupts(first[0]!))
    assert.deepStrictEqual(state(), { _tag: "Pending" })
    await world.advance(500)
    assert.deepStrictEqual(second, [])
    await world.advance(500)
    assert.deepStrictEqual(state(), { _tag: "Success", value: "B" })
    assert.deepStrictEqual(second, [Exit.succeed("B")])
  })

  it("ignores a replaced run, however long it continues", async () => {
    const { presented, run, state, world } = await begin((input) =>
      input === "stubborn"
        ? Effect.uninterruptible(Effect.delay(Effect.die(new Error("Too late")), 500))
        : slowly(input)
    )
    await run("stubborn")
    await run("b")
    await world.advance(500)
    assert.deepStrictEqual(state(), { _tag: "Pending" })
    await world.advance(500)
    assert.deepStrictEqual(state(), { _tag: "Success", value: "B" })
    assert.deepStrictEqual(presented, [])
  })

  it("clears its state on reset", async () => {
    const { action, run, state, world } = await begin(slowly)
    const exits = await run("a")
    await act(() => action().reset())
    assert.isTrue(Exit.hasInterrupts(exits[0]!))
    assert.deepStrictEqual(state(), { _tag: "Idle" })
    await world.advance(1000)
    assert.deepStrictEqual(state(), { _tag: "Idle" })
    await run("b")
    await world.advance(1000)
    await act(() => action().reset())
    assert.deepStrictEqual(state(), { _tag: "Idle" })
  })

  it("interrupts its run on unmount, and runs nothing afterwards", async () => {
    let begun = 0
    const { action, presented, run, show, world } = await begin((input) =>
      Effect.suspend(() => {
        begun++
        return slowly(input)
      })
    )
    const exits = await run("a")
    await show(null)
    assert.isTrue(Exit.hasInterrupts(exits[0]!))
    assert.strictEqual(world.sleeping(), 0)
    assert.isTrue(Exit.hasInterrupts(await action().run("b")))
    assert.strictEqual(begun, 1)
    assert.deepStrictEqual(presented, [])
  })

  it.skipIf(isReact18)("useAction: is idle when shown again after it was hidden during a run", async () => {
    const { Component, run, show, state, world } = await begin(slowly)
    const exits = await run("a")
    await show(
      <Activity mode="visible">
        <Component effect={slowly} />
      </Activity>
    )
    await run("b")
    await show(
      <Activity mode="hidden">
        <Component effect={slowly} />
      </Activity>
    )
    await show(
      <Activity mode="visible">
        <Component effect={slowly} />
      </Activity>
    )
    assert.deepStrictEqual(state(), { _tag: "Idle" })
    assert.isTrue(Exit.hasInterrupts(exits[0]!))
    const again = await run("c")
    await world.advance(1000)
    assert.deepStrictEqual(again, [Exit.succeed("C")])
  })

  it("useAction: runs when a React effect calls it on mount, including strict mode", async () => {
    for (const Wrap of [StrictMode, React.Fragment]) {
      const world = makeWorld()
      const layer = world.layer()
      const Child = ({ run }: { readonly run: () => unknown }) => {
        useEffect(() => void run(), [run])
        return null
      }
      const Component = () => {
        const { run, state } = useAction(() => slowly("a"))
        return (
          <>
            {state._tag}
            <Child run={run} />
          </>
        )
      }
      const root = makeRoot()
      await root.render(
        <Wrap>
          <AuthProvider layer={layer}>
            <Component />
          </AuthProvider>
        </Wrap>
      )
      assert.strictEqual(root.text(), "Pending")
      await world.advance(1000)
      assert.strictEqual(root.text(), "Success")
    }
  })

  it("useAction: returns a stable function that runs the last render's effect", async () => {
    const { action, Component, run, show, state } = await begin(() => Effect.succeed("first"))
    const before = action().run
    await show(<Component effect={() => Effect.succeed("second")} />)
    assert.strictEqual(action().run, before)
    await run("")
    assert.deepStrictEqual(state(), { _tag: "Success", value: "second" })
  })

  it("refetches changed data for all subscribers", async () => {
    const world = makeWorld()
    await world.signedIn()
    const layer = world.layer()
    const List = () => {
      const teams = useTeams()
      const { run } = useAction(() => Teams.create({ displayName: "Engines" }))
      return <button onClick={() => void run()}>{teams.map(({ displayName }) => displayName).join(", ")}</button>
    }
    const Selected = () => <i>{useUser()?.selectedTeam?.displayName ?? "none"}</i>
    const root = makeRoot()
    await root.render(
      <StrictMode>
        <AuthProvider layer={layer}>
          <Suspense fallback="…">
            <List />
            <Selected />
          </Suspense>
        </AuthProvider>
      </StrictMode>
    )
    await settle()
    await act(() => root.container.querySelector("button")!.click())
    await world.advance(300)
    assert.strictEqual(root.text(), "EnginesEngines")
  })

  it("signs in, and signs out by deleting the user", async () => {
    const world = makeWorld()
    await world.signedIn()
    await world.run(CurrentUser.update({ displayName: "Ada" }))
    const layer = world.layer()
    let last: Promise<unknown> | undefined
    const Form = () => {
      const signIn = useAction((given: string) => Password.signIn({ email: given, password }))
      const remove = useAction(() => CurrentUser.remove)
      return (
        <>
          <b>{useUser()?.displayName ?? "nobody"}</b>
          <button id="in" onClick={() => last = signIn.run("ada@example.com")} />
          <button id="wrong" onClick={() => last = signIn.run("bob@example.com")} />
          <button id="remove" onClick={() => last = remove.run()} />
          <i>{signIn.state._tag === "Failure" ? signIn.state.error._tag : signIn.state._tag}</i>
        </>
      )
    }
    const root = makeRoot()
    await root.render(
      <AuthProvider layer={layer}>
        <Suspense fallback="…">
          <Form />
        </Suspense>
      </AuthProvider>
    )
    // The emulator hashes passwords in real time, which a test clock does not control.
    const press = (id: string) =>
      act(async () => {
        root.container.querySelector<HTMLElement>(`#${id}`)!.click()
        await last
      })
    await press("wrong")
    assert.strictEqual(root.container.querySelector("i")!.textContent, "EmailPasswordMismatch")
    await press("in")
    assert.strictEqual(root.container.querySelector("i")!.textContent, "Success")
    assert.strictEqual(root.container.querySelector("b")!.textContent, "Ada")
    await press("remove")
    await settle()
    assert.strictEqual(root.container.querySelector("b")!.textContent, "nobody")
  })
})

/** Runs an action with the input "a", and returns its states. */
const statesOf = async (Use: () => Action<[input: string], unknown, unknown>) => {
  const world = makeWorld()
  const presented: Array<unknown> = []
  const states: Array<unknown> = []
  const Component = () => {
    const { run, state } = Use()
    if (state !== states.at(-1)) states.push(state)
    return <button onClick={() => void run("a")} />
  }
  const root = makeRoot()
  await root.render(
    <AuthProvider layer={world.layer()} onError={(error) => void presented.push(error)}>
      <Catch caught={presented}>
        <Component />
      </Catch>
    </AuthProvider>
  )
  await act(() => root.container.querySelector("button")!.click())
  await world.advance(3000)
  return { states, presented }
}

describe("a generator function as an action", () => {
  it("runs effects in order, and returns its result", async () => {
    const { states } = await statesOf(() =>
      useAction(function*(input: string) {
        const upper = yield* slowly(input)
        return upper + (yield* slowly("b"))
      })
    )
    assert.deepStrictEqual(states, [{ _tag: "Idle" }, { _tag: "Pending" }, { _tag: "Success", value: "AB" }])
  })

  it("ends with the first error", async () => {
    let isReached = false
    const { states } = await statesOf(() =>
      useAction(function*(input: string) {
        yield* refuse(input)
        isReached = true
      })
    )
    assert.deepStrictEqual(states.at(-1), { _tag: "Failure", error: new Refused({ message: "a" }) })
    assert.isFalse(isReached)
  })

  it("reports an exception as a defect", async () => {
    const defect = new Error("A bug")
    const { presented, states } = await statesOf(() =>
      useAction(function*(input: string) {
        yield* slowly(input)
        throw defect
      })
    )
    assert.deepStrictEqual(states.at(-1), { _tag: "Idle" })
    assert.deepStrictEqual(presented, [defect])
  })
})

describe("an async function as an action", () => {
  it("succeeds with the value of the promise", async () => {
    const { states } = await statesOf(() => useAction(async (input: string) => `${input}!`))
    assert.deepStrictEqual(states.at(-1), { _tag: "Success", value: "a!" })
  })

  it("fails with the reason of a rejection", async () => {
    const reason = new Error("Not found")
    const { presented, states } = await statesOf(() => useAction((_: string) => Promise.reject(reason)))
    assert.deepStrictEqual(states.at(-1), { _tag: "Failure", error: reason })
    assert.deepStrictEqual(presented, [])
  })

  it("throws rejections meant for the framework during render", async () => {
    errorsAreMeant()
    const word = Object.assign(new Error("A redirect"), { digest: "NEXT_REDIRECT;push;/;307;" })
    const { presented } = await statesOf(() => useAction((_: string) => Promise.reject(word)))
    assert.include(presented, word)
  })
})

describe("reveal", () => {
  it("returns the text of a secret, which prints redacted", () => {
    const secret = Redacted.make("sk_123")
    assert.strictEqual(reveal(secret), "sk_123")
    assert.notInclude(`${String(secret)}${JSON.stringify({ secret })}`, "sk_123")
  })
})
