import './state.css';

/** A line drawing of two sides and the way between them, for empty pages. */
export function BridgeArt() {
  return (
    <svg className="state-art" viewBox="0 0 200 88" fill="none" aria-hidden focusable="false">
      <g stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" strokeLinecap="round">
        <path d="M14 44 38 24l24 20v26H14z" />
        <path d="M31 70V54h14v16" />
        <rect x="138" y="28" width="48" height="42" rx="6" />
        <path d="M148 42h28M148 52h20M148 60h12" />
        <path d="M74 52h34" strokeDasharray="4 6" />
        <path d="M116 52h12m-5-5 5 5-5 5" />
      </g>
      <circle cx="38" cy="42" r="3" fill="var(--ridgeline-acculynx)" />
      <circle cx="178" cy="36" r="3" fill="var(--ridgeline-hubspot)" />
    </svg>
  );
}
