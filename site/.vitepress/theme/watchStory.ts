/** Watches the story in a frame of the same origin. */

/** The time in milliseconds without a change after which a new story has its height. Before, it may show an outline. */
const settleMillis = 300

interface StoryHandlers {
  /** Called when the story shows its state. */
  readonly onReady: () => void
  /** Called with the height of the content in pixels, and again when it changes. */
  readonly onHeight: (height: number) => void
}

/** Waits until the story of a loaded frame is ready, and then follows its height. Returns a function that stops. */
export const watchStory = (frame: HTMLIFrameElement, { onHeight, onReady }: StoryHandlers): () => void => {
  const root = frame.contentDocument?.documentElement
  const content = frame.contentDocument?.getElementById("root")
  if (root == null || content == null) return () => {}
  let isSettled = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const sizes = new ResizeObserver(() => {
    if (isSettled) {
      onHeight(content.scrollHeight)
      return
    }
    clearTimeout(timer)
    timer = setTimeout(() => {
      isSettled = true
      onHeight(content.scrollHeight)
    }, settleMillis)
  })
  const start = (): void => {
    if (root.dataset["story"] === undefined) return
    attributes.disconnect()
    sizes.observe(content)
    onReady()
  }
  const attributes = new MutationObserver(start)
  attributes.observe(root, { attributes: true, attributeFilter: ["data-story"] })
  start()
  return () => {
    clearTimeout(timer)
    attributes.disconnect()
    sizes.disconnect()
  }
}
