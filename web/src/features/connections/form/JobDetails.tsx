import { jobDetailSchema, type JobDetail } from '@ridgeline/contracts';
import { Checkbox } from '../../../ui/controls/Checkbox.tsx';
import type { Form } from '../../../ui/form/use-form.ts';
import { detailCost } from '../detail-cost.ts';
import type { ConnectionValues } from './connection-values.ts';

const labels: Readonly<Record<JobDetail, string>> = {
  representative: 'Representative',
  financials: 'Value',
  insurance: 'Insurance company',
  milestone: 'Status within the milestone',
};

/** What is read of each job besides, and what that costs. */
export function JobDetails({ form }: { readonly form: Form<ConnectionValues> }) {
  const { jobDetails } = form.values;
  const cost = detailCost([{ name: 'This connection', jobDetails: [...jobDetails] }]);
  return (
    <fieldset className="form-group">
      <legend>Job details</legend>
      <div className="job-details">
        {jobDetailSchema.options.map((detail) => (
          <Checkbox
            key={detail}
            checked={jobDetails.includes(detail)}
            onChange={({ target }) => {
              form.set(
                'jobDetails',
                jobDetailSchema.options.filter((one) =>
                  one === detail ? target.checked : jobDetails.includes(one),
                ),
              );
            }}
          >
            {labels[detail]}
          </Checkbox>
        ))}
      </div>
      <p role="status" className="field-note">
        {cost ?? 'Each one costs a call to AccuLynx for each job, which makes a migration of jobs slower.'}
      </p>
    </fieldset>
  );
}
