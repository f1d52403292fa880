{{- define "ridgeline.dnsEgress" -}}
- ports:
    {{- range .Values.networkPolicy.dns.ports }}
    - { port: {{ . }}, protocol: UDP }
    - { port: {{ . }}, protocol: TCP }
    {{- end }}
  to: {{- toYaml .Values.networkPolicy.dns.to | nindent 4 }}
{{- end -}}

{{- define "ridgeline.ports" -}}
[{{ range $index, $port := . }}{{ if $index }}, {{ end }}{ port: {{ $port }}, protocol: TCP }{{ end }}]
{{- end -}}

{{- /* One rule: to a server outside the release, or to the trial's own one. */ -}}
{{- define "ridgeline.egress" -}}
{{- $trial := dict "postgres" (list 5432) "redis" (list 6379) "kafka" (list 9092) "smtp" (list 8025) "acculynx" (list 8081) "vendors" (list 8081 8082) }}
{{- if and .root.Values.trial.enabled (hasKey $trial .to) }}
- ports: {{ include "ridgeline.ports" (get $trial .to) }}
  to:
    - podSelector:
        matchLabels: {{- include "ridgeline.selector" (dict "root" .root "component" (has .to (list "smtp" "acculynx" "vendors") | ternary "simulators" .to)) | nindent 10 }}
{{- else if has .to (list "acculynx" "vendors") }}
- ports: {{ include "ridgeline.ports" .root.Values.networkPolicy.vendors.ports }}
  to:
    # Public addresses alone, so that no address that a customer gives leads inside.
    - ipBlock:
        cidr: 0.0.0.0/0
        except: [0.0.0.0/8, 10.0.0.0/8, 100.64.0.0/10, 127.0.0.0/8, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16]
    - ipBlock:
        cidr: ::/0
        except: ['::1/128', 'fc00::/7', 'fe80::/10']
{{- else }}
{{- $peer := get .root.Values.networkPolicy .to }}
- ports: {{ include "ridgeline.ports" $peer.ports }}
  {{- with $peer.to }}
  to: {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
{{- end -}}
