'use client'
import { Component, type ReactNode } from 'react'
import { ErrorPanel } from './error-panel.tsx'

type Props = { title: string; reason: string; children: ReactNode }

/** Keeps a fault in one part of the page from taking the rest with it. React knows no function for this. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    const { title, reason, children } = this.props
    return this.state.failed ? (
      <ErrorPanel title={title} reason={reason} onRetry={() => this.setState({ failed: false })} />
    ) : (
      children
    )
  }
}
