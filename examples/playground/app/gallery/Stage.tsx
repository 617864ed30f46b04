/** The bare view of one story, for screenshots and tests. */
import { TestAuthProvider, type TextOverrides } from "latchkey/react"
import { type ReactElement, useEffect, useRef, useState } from "react"
import { layerFakeClient } from "./fakeClient.ts"
import { projectAnswer, readUserAnswer } from "./fixtures.ts"
import { makePlayer, type Pause } from "./Player.ts"
import type { Entry } from "./Story.ts"

interface StageProps {
  readonly entry: Entry
  readonly texts: TextOverrides
  /** Waits between two steps of the story; 20 ms by default. */
  readonly pause?: Pause
}

/** Renders a story and plays its steps. Then `data-story` of the document is `ready`, or an error. */
export const Stage = ({ entry: { group, name, story }, pause, texts }: StageProps): ReactElement => {
  const { answers, appearance, height, isFramed, isOnline, isPasskeyOnDevice, lastMethod } = story
  const { play, render, resources, session, user = null } = story
  const { url = "https://app.example.com/" } = story
  const [layer] = useState(() =>
    layerFakeClient({
      isSignedIn: user != null,
      url,
      lastMethod,
      isPasskeyOnDevice,
      isFramed,
      answers: { ...projectAnswer(), ...user && readUserAnswer(user), ...answers }
    })
  )
  const hasPlayed = useRef(false)
  useEffect(() => {
    // Strict mode runs effects twice.
    if (hasPlayed.current) return
    hasPlayed.current = true
    const { documentElement } = document
    const finish = (outcome: string) => {
      documentElement.dataset["story"] = outcome
    }
    if (play !== undefined) performance.mark("play")
    Promise.resolve(play?.(makePlayer(document, pause))).then(
      () => finish("ready"),
      (error: unknown) => finish(String(error))
    )
  }, [pause, play])
  return (
    <TestAuthProvider
      user={user}
      session={session}
      resources={resources}
      isOnline={isOnline}
      layer={layer}
      texts={texts}
      appearance={appearance}
      onError={(error) => console.error(error)}
    >
      <main className={`stage ${group.layout}`} style={{ minHeight: height }}>
        <h1 className="visually-hidden">{group.component}: {name}</h1>
        {render()}
      </main>
    </TestAuthProvider>
  )
}
