import {
  CloseCircleOutlined,
  DeleteOutlined,
  DisconnectOutlined,
  EditOutlined,
  MergeCellsOutlined,
} from '@ant-design/icons';
import { checkVerdictWords, type CheckVerdict } from '@ridgeline/contracts';
import type { ComponentProps } from 'react';
import type { StatusTag } from '../../../ui/controls/StatusTag.tsx';

const looks: Readonly<Record<CheckVerdict, Pick<ComponentProps<typeof StatusTag>, 'tone' | 'icon'>>> = {
  changed: { tone: 'neutral', icon: EditOutlined },
  lost: { tone: 'error', icon: CloseCircleOutlined },
  gone: { tone: 'warning', icon: DeleteOutlined },
  merged: { tone: 'warning', icon: MergeCellsOutlined },
  missing: { tone: 'warning', icon: DisconnectOutlined },
};

/** How the result of a difference looks. */
export const verdictLook = (verdict: CheckVerdict) => ({
  ...looks[verdict],
  text: checkVerdictWords[verdict],
});
