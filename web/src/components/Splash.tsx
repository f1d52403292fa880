/** What is shown while the page starts: the same as index.html holds, so that nothing jumps. */
export function Splash() {
  return (
    <div className="splash" role="status">
      <p className="splash-name">Ridgeline</p>
      <p className="splash-line">
        Copies your contacts and jobs from AccuLynx to HubSpot, and accounts for every one of them.
      </p>
      <p className="splash-wait">Loading…</p>
    </div>
  );
}
