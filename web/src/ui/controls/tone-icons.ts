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

/** The sign of how something came out, beside its words. */
export const toneIcon = (tone: Tone): typeof CheckCircleOutlined => icons[tone] ?? MinusCircleOutlined;
