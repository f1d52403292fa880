import type { Migration } from '@ridgeline/contracts';
import { useState } from 'react';
import { FoldToggle } from '../../../ui/page/FoldToggle.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { Flow } from './flow/FlowPanel.tsx';
import { paceLine } from './pace/pace-facts.ts';
import { Throughput } from './pace/ThroughputPanel.tsx';

/** The progress and speed of an ended migration in one line, because later readers want its result. */
export function FoldedProgress({ migration }: { readonly migration: Migration }) {
  const [open, setOpen] = useState(false);
  return (
    <Panel
      title="Progress and speed"
      extra={<FoldToggle open={open} what="progress" about={paceLine(migration)} onToggle={setOpen} />}
    >
      {open ? (
        <div className="folded-progress">
          <Flow migration={migration} />
          <Throughput migration={migration} />
        </div>
      ) : null}
    </Panel>
  );
}
