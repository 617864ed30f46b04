/** The landing page: it renders to HTML at build time. */
import type { ReactElement } from "react"
import { Comparison } from "./sections/Comparison.tsx"
import { ErrorCodes } from "./sections/ErrorCodes.tsx"
import { Examples } from "./sections/Examples.tsx"
import { Footer } from "./sections/Footer.tsx"
import { Frameworks } from "./sections/Frameworks.tsx"
import { Header } from "./sections/Header.tsx"
import { Hero } from "./sections/Hero.tsx"
import { Outage } from "./sections/Outage.tsx"
import { Servers } from "./sections/Servers.tsx"
import { Sizes } from "./sections/Sizes.tsx"
import { Tests } from "./sections/Tests.tsx"
import { Facts, type PageFacts } from "./useFacts.ts"

export const Page = ({ facts }: { readonly facts: PageFacts }): ReactElement => (
  <Facts.Provider value={facts}>
    <a className="skip" href="#main">Skip to content</a>
    <Header />
    <main id="main" tabIndex={-1}>
      <Hero />
      <Frameworks />
      <ErrorCodes />
      <Outage />
      <Tests />
      <div className="pair">
        <Servers />
        <Sizes />
      </div>
      <Examples />
      <Comparison />
    </main>
    <Footer />
  </Facts.Provider>
)
