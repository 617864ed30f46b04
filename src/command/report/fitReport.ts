import { printCode, printCollapsed, printSections, type Section } from "./Section.ts"

/** The number of characters that GitHub accepts in an issue's text. */
const maxLength = 65_536

export interface LongParts {
  readonly file: string
  readonly timeline: ReadonlyArray<string>
  readonly recording: string
}

export interface FittedReport {
  readonly sections: ReadonlyArray<Section>
  /** `false` if the user has to attach the file. */
  readonly hasRecording: boolean
}

/** Adds the timeline and the recording. If the issue would be too long, omits the recording, then the oldest lines. */
export const fitReport = (sections: ReadonlyArray<Section>, { file, recording, timeline }: LongParts): FittedReport => {
  const all = [...sections, printTimeline(timeline, timeline.length)]
  const complete = [...all, { title: "Recording", text: recording }]
  if (isShort(complete)) return { sections: complete, hasRecording: true }
  const attachment: Section = {
    title: "Recording",
    text: `The recording is too long for the text of an issue. Attach the file \`${file}\`.`
  }
  if (isShort([...all, attachment])) return { sections: [...all, attachment], hasRecording: false }
  const rest = maxLength - measure(printSections([...sections, printTimeline([], timeline.length), attachment]))
  let length = 0
  const start = timeline.findLastIndex((line) => (length += measure(line) + 2) > rest) + 1
  return {
    sections: [...sections, printTimeline(timeline.slice(start), timeline.length), attachment],
    hasRecording: false
  }
}

const printTimeline = (lines: ReadonlyArray<string>, count: number): Section => {
  const left = count - lines.length
  const note = left === 0 ? "" : `The last ${lines.length} lines. The recording has ${left} lines before them.\n\n`
  return { title: "Timeline", text: note + printCollapsed("Timeline", printCode("text", lines.join("\n"))) }
}

/** Returns `true` if an issue can have the sections as its text. */
export const isShort = (sections: ReadonlyArray<Section>): boolean => measure(printSections(sections)) <= maxLength

/** Browsers send a form's line break as two characters. */
const measure = (text: string): number => text.length + text.split("\n").length - 1
