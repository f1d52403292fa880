import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  MinusCircleOutlined,
  WarningOutlined,
} from '@ant-design/icons';
import type { Tone } from './StatusTag.tsx';

const icons: Readonly<Partial<Record<Tone, typeof CheckCircleOutlined>>> = {
  success: CheckCircleOutlined,
  warning: WarningOutlined,
  error: CloseCircleOutlined,
};

/** The icon for an outcome, beside its text. */
export const toneIcon = (tone: Tone): typeof CheckCircleOutlined => icons[tone] ?? MinusCircleOutlined;
