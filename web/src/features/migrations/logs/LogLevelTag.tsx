import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  InfoCircleOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import type { LogLevel } from '@ridgeline/contracts';
import { StatusTag, type Tone } from '../../../components/StatusTag.tsx';

const looks: Record<LogLevel, { tone: Tone; icon: typeof WarningOutlined; text: string }> = {
  info: { tone: 'neutral', icon: InfoCircleOutlined, text: 'Info' },
  success: { tone: 'success', icon: CheckCircleOutlined, text: 'Success' },
  warning: { tone: 'warning', icon: WarningOutlined, text: 'Warning' },
  error: { tone: 'error', icon: CloseCircleOutlined, text: 'Error' },
};

export function LogLevelTag({ level }: { readonly level: LogLevel }) {
  return <StatusTag {...looks[level]} />;
}
