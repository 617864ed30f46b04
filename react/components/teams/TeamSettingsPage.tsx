import * as Effect from "effect/Effect"
import { type ReactNode, useEffect } from "react"
import { HostUnavailable } from "../../../src/platform/Page.ts"
import { TaskButton } from "../../kit/Button.tsx"
import { Card, Skeleton } from "../../kit/Card.tsx"
import { usePageContext } from "../../kit/PageContext.ts"
import { useTask } from "../../kit/useStep.ts"
import { common } from "../../texts/en/common.ts"
import { teamSettings } from "../../texts/en/teams.ts"
import { useTexts } from "../../texts/useTexts.ts"
import { ReopenPage } from "../settings/HandlerSettings.tsx"

/** The selected team's settings on `HandlerPage`, whose code loads when the page opens. */
export const TeamSettingsPage = (): ReactNode => {
  const texts = useTexts("teamSettings", teamSettings)
  const { retry } = useTexts("common", common)
  const { reopen } = usePageContext()
  const loading = useTask(() => loadTeamSettings)
  const { error, run, state } = loading
  useEffect(() => run(), [run])
  if (state._tag === "Success") {
    const { TeamSettings } = state.value
    return <TeamSettings fallback={reopen !== undefined && <ReopenPage reopen={reopen} />} />
  }
  return (
    <Card name="team-settings" hasLogo={false} title={texts.title}>
      {error === undefined ? <Skeleton /> : <TaskButton name="retry" step={loading} text={retry} />}
    </Card>
  )
}

const loadTeamSettings = /*#__PURE__*/ Effect.tryPromise({
  try: () => import("./TeamSettings.tsx"),
  catch: () => new HostUnavailable({ message: "The code for the team settings could not be loaded" })
})
